import { inArray } from 'drizzle-orm'
import { canTalk } from '#contracts/realtime-vendors.ts'
import { AppError } from '#platform/error.ts'
import { aiModels } from '../catalog/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { checkReadiness } from '../replies/check-readiness.ts'
import type { TeammateRow } from '../teammates/table.ts'

type Voice = Pick<TeammateRow, 'tts_model' | 'stt_model' | 'voice'>

/** Whether a teammate can be called at all: it has a model that talks, or one that speaks and one that listens. */
export async function hasVoice(ctx: OrgContext, { tts_model, stt_model, voice }: Voice): Promise<boolean> {
  if (tts_model === null || voice === null) return false
  const models = await ctx.db
    .select()
    .from(aiModels)
    .where(inArray(aiModels.id, stt_model === null ? [tts_model] : [tts_model, stt_model]))
  const speaker = models.find(({ id }) => id === tts_model)
  if (speaker && canTalk(speaker)) return true
  const listener = models.find(({ id }) => id === stt_model)
  return speaker?.is_tts === true && listener?.is_stt === true
}

/** 422 where a call could not be answered now, before the caller is asked for a microphone. */
export async function requireVoice(ctx: OrgContext, teammate: TeammateRow): Promise<void> {
  if (!(await hasVoice(ctx, teammate))) {
    throw new AppError('unprocessable', `${teammate.name} has no voice`, { code: 'NO_VOICE' })
  }
  await checkReadiness(ctx, teammate)
}
