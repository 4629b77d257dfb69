import { openRealtimeSession } from '../../models/realtime/open-realtime-session.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { createSpeaker } from '../../runs/speech/synthesize-speech.ts'
import { requireBudget } from '../../runs/spend/require-budget.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import type { TurnModels } from './call-models.ts'
import { liveSpeech } from './speech/live-speech.ts'
import { transcribeTurn } from './transcribe-turn.ts'

/** One model does all three. It reads aloud what others say: operators, questions, and models that answer in its place. */
export function realtimeModels(ctx: OrgContext, teammate: TeammateRow, found: Candidate): TurnModels {
  const voice = teammate.voice ?? ''
  const speech = liveSpeech()
  const { session, ready, close } = openRealtimeSession(found.connection, {
    model: found.model.model,
    voice,
    onAnswer: speech.onAnswer,
    timeoutMs: ctx.ports.config.REALTIME_MODEL_TIMEOUT * 1000,
  })
  const candidate = { ...found, connection: { ...found.connection, session } }
  const allowed = async (ctx: OrgContext): Promise<Candidate> => {
    await requireBudget(ctx, teammate, candidate)
    return candidate
  }
  return {
    transcribe: (ctx, samples, signal) => transcribeTurn(ctx, teammate, () => allowed(ctx), samples, signal),
    openSpeaker: async (ctx, { parties }) =>
      createSpeaker(ctx, { candidate: await allowed(ctx), voice, employee_id: parties.teammate.id }),
    realtime: { candidate, speech },
    ready,
    close,
  }
}
