import { and, eq, type SQL } from 'drizzle-orm'
import { canTalk } from '#contracts/realtime-vendors.ts'
import { aiModels } from '../../catalog/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type Candidate, connectModel } from '../resolve-models.ts'
import { vendorCredentials } from '../table.ts'

/** The transcription model with its connection; null if the model cannot transcribe or has no key. */
export const resolveSpeechModel = (ctx: OrgContext, model_id: number): Promise<Candidate | null> =>
  resolveModelThat(ctx, model_id, eq(aiModels.is_stt, true))

/** The same for the model that turns text into speech. */
export const resolveSpeaker = (ctx: OrgContext, model_id: number): Promise<Candidate | null> =>
  resolveModelThat(ctx, model_id, eq(aiModels.is_tts, true))

/** The same for a model that does both, and answers too. */
export async function resolveRealtime(ctx: OrgContext, model_id: number): Promise<Candidate | null> {
  const candidate = await resolveModelThat(ctx, model_id, eq(aiModels.is_realtime, true))
  return candidate && canTalk(candidate.model) ? candidate : null
}

async function resolveModelThat(ctx: OrgContext, model_id: number, can: SQL): Promise<Candidate | null> {
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
    .where(and(eq(aiModels.id, model_id), can))
  const connected = found && connectModel(ctx, found.model, found.credential)
  return connected ? { model: found.model, ...connected, instead_of: null } : null
}
