import { eq } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { openSpeaker } from '../../runs/synthesize-speech.ts'
import { speechModelOf } from '../../runs/transcribe-speech.ts'
import { aiEmployees, type TeammateRow } from '../../teammates/table.ts'
import type { CallModels } from './call-models.ts'
import { transcribeTurn } from './transcribe-turn.ts'

/** One model writes down what is said, another one answers, a third one speaks. */
export const cascadeModels = (ctx: OrgContext, teammate: TeammateRow): CallModels => ({
  async transcribe(samples, signal) {
    const now = await readTeammate(ctx, teammate)
    return transcribeTurn(ctx, now, () => speechModelOf(ctx, now), samples, signal)
  },
  openSpeaker: (ctx, { about }) => openSpeaker(ctx, about.teammate),
  realtime: null,
  ready: async () => undefined,
  close: () => undefined,
})

/** With the model that an administrator has chosen meanwhile. */
async function readTeammate(ctx: OrgContext, before: TeammateRow): Promise<TeammateRow> {
  const [now] = await ctx.db.select().from(aiEmployees).where(eq(aiEmployees.id, before.id))
  return now ?? before
}
