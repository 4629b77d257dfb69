import { openSpeaker } from '../../runs/speech/synthesize-speech.ts'
import { speechModelOf } from '../../runs/speech/transcribe-speech.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import type { TurnModels } from './call-models.ts'
import { transcribeTurn } from './transcribe-turn.ts'

/** One model writes down what is said, another one answers, a third one speaks. */
export const cascadeModels = (teammate: TeammateRow): TurnModels => ({
  transcribe: (ctx, samples, signal) =>
    transcribeTurn(ctx, teammate, () => speechModelOf(ctx, teammate), samples, signal),
  openSpeaker: (ctx) => openSpeaker(ctx, teammate),
  realtime: null,
  ready: async () => undefined,
  close: () => undefined,
})
