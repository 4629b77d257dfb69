import { and, eq, isNull, sql } from 'drizzle-orm'
import { hashSecret } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { organizations } from '../organizations/table.ts'
import { aiEmployees } from './table.ts'

/** The organization of a key, with a teammate where one of this id is there, in one round trip. */
const byPrivateKey = defineSharedRead((db) =>
  db
    .select({ organization: organizations, teammate: aiEmployees })
    .from(organizations)
    .leftJoin(
      aiEmployees,
      and(
        eq(aiEmployees.organization_id, organizations.id),
        eq(aiEmployees.id, sql.placeholder('employee_id')),
        isNull(aiEmployees.deleted_at),
        isNull(aiEmployees.owned_by_user_id),
      ),
    )
    .where(eq(organizations.private_api_key_hash, sql.placeholder('hash')))
    .prepare('find_teammate_by_private_key'),
)

/** The key's organization and the named teammate of it, in one round trip; null where the key is nobody's. */
export async function findTeammateByPrivateKey(ctx: Context, key: string, employee_id: string) {
  const [found] = await byPrivateKey(ctx.db, { hash: hashSecret(key), employee_id })
  return found ?? null
}
