import { hashSecret, randomToken } from '#platform/cipher.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { permissionAt } from '../access.ts'
import { isInTrash, locateByPath } from '../find-entry.ts'
import { describeEntry } from '../list-folder.ts'
import { storageLinks } from './table.ts'

const MINUTE_MS = 60_000
/** A link of a run ends with the run, however long that is suspended; its row is kept no longer than a year. */
const OF_A_RUN_MS = 365 * 24 * 60 * MINUTE_MS
const OF_NO_RUN_MS = 10 * MINUTE_MS

/** A temporary address of a document that a teammate may read; everything else is no file to it. */
export async function mintLink(
  ctx: OrgContext,
  teammate: { id: string },
  { path, run_id }: { path: string; run_id: string | null },
): Promise<{ url: string; expires_at: Date }> {
  const located = await locateByPath(ctx, path)
  const isReadable = located && !isInTrash(located) && (await permissionAt(ctx, teammate, located))
  const isDocument = isReadable && (await describeEntry(ctx, located.entry, path)).state !== null
  if (!isDocument) throw new AppError('not_found', 'File not found')
  const token = randomToken()
  const expires_at = new Date(ctx.now().getTime() + (run_id ? OF_A_RUN_MS : OF_NO_RUN_MS))
  await ctx.db.insert(storageLinks).values({
    token_hash: hashSecret(token),
    organization_id: ctx.organization.id,
    entry_id: located.entry.id,
    employee_id: teammate.id,
    run_id,
    expires_at,
  })
  return { url: `${ctx.ports.config.BASE_URL}/api/storage/links/${token}`, expires_at }
}
