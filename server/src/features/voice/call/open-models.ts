import { resolveRealtime } from '../../models/resolve-speech-model.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import type { CallModels } from './call-models.ts'
import { cascadeModels } from './cascade-models.ts'
import { realtimeModels } from './realtime-models.ts'

/** The teammate's realtime model, or else one model each for hearing, answering and speaking. Nothing is connected yet. */
export async function openModels(ctx: OrgContext, teammate: TeammateRow): Promise<CallModels> {
  const candidate = teammate.tts_model === null ? null : await resolveRealtime(ctx, teammate.tts_model)
  return candidate ? realtimeModels(ctx, teammate, candidate) : cascadeModels(ctx, teammate)
}
