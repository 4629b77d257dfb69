import type { Pcm } from '../../../models/speech-language.ts'
import type { OrgContext } from '../../../organizations/context.ts'
import { RunFailure } from '../../../runs/run-outcome.ts'
import type { TeammateRow } from '../../../teammates/table.ts'

/** What one passage came to. */
export type Spoken = { cost_usd: number; seconds: number }

/** The teammate's voice, with whoever pays for it. */
export type Speaker = { speak(text: string, signal: AbortSignal): AsyncGenerator<Pcm, Spoken> }

export type OpenSpeaker = (ctx: OrgContext, teammate: TeammateRow) => Promise<Speaker>

export const openNoSpeaker: OpenSpeaker = async (_ctx, { name }) => {
  throw new RunFailure('TEAMMATE_NOT_READY', `${name} has no voice`)
}
