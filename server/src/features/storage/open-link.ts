import type { Readable } from 'node:stream'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import { hashSecret } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { Reply } from '#platform/route.ts'
import { organizations } from '../organizations/table.ts'
import { aiEmployees } from '../teammates/table.ts'
import { permissionAt } from './access.ts'
import { disableContentExecution, sendFile } from './download/serve-file.ts'
import { isInTrash, locateById } from './find-entry.ts'
import { storageLinks } from './links/table.ts'
import { storageDocuments } from './table.ts'

/** Whether a run has not ended: asked when a link is opened, so that no end of a run can be missed. */
type IsActive = (run_id: string) => Promise<boolean>

/** The file behind a temporary link, for anyone who holds it. Whatever the reason of a refusal, the answer is the same. */
export async function openLink(
  ctx: Context,
  { token, headers }: { token: string; headers: Record<string, unknown> },
  isActive: IsActive,
): Promise<Reply<Readable>> {
  disableContentExecution({ headers })
  const [found] = await ctx.db
    .select({ link: storageLinks, organization: organizations, teammate: aiEmployees })
    .from(storageLinks)
    .innerJoin(
      organizations,
      and(eq(organizations.id, storageLinks.organization_id), eq(organizations.status, 'active')),
    )
    .innerJoin(aiEmployees, and(eq(aiEmployees.id, storageLinks.employee_id), isNull(aiEmployees.deleted_at)))
    .innerJoin(
      storageDocuments,
      and(
        eq(storageDocuments.organization_id, storageLinks.organization_id),
        eq(storageDocuments.entry_id, storageLinks.entry_id),
      ),
    )
    .where(and(eq(storageLinks.token_hash, hashSecret(token)), gt(storageLinks.expires_at, ctx.now())))
  if (!found) throw noSuchLink()
  const { link, organization, teammate } = found
  if (link.run_id && !(await isActive(link.run_id))) throw noSuchLink()
  const orgCtx = extendContext(ctx, { organization })
  const located = await locateById(orgCtx, link.entry_id)
  if (!located || isInTrash(located) || !(await permissionAt(orgCtx, teammate, located))) throw noSuchLink()
  return sendFile(orgCtx, located)
}

const noSuchLink = () => new AppError('not_found', 'File not found')
