import { and, eq } from 'drizzle-orm'
import { aiModels } from '../catalog/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type Candidate, connectModel } from './resolve-models.ts'
import { vendorCredentials } from './table.ts'

/** The model that turns speech into text, with the connection to it; null where it does not, or nobody has a key for it. */
export async function resolveSpeechModel(ctx: OrgContext, model_id: number): Promise<Candidate | null> {
  const [found] = await ctx.db
    .select({ model: aiModels, credential: vendorCredentials })
    .from(aiModels)
    .leftJoin(
      vendorCredentials,
      and(
        eq(vendorCredentials.organization_id, ctx.organization.id),
        eq(vendorCredentials.provider, aiModels.provider),
      ),
    )
    .where(and(eq(aiModels.id, model_id), aiModels.is_stt))
  const connected = found && connectModel(ctx, found.model, found.credential)
  return connected ? { model: found.model, ...connected, instead_of: null } : null
}
