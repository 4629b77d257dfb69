import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { demoHearingModel, demoModel, demoVoiceModel, starterModels, starterVoices } from './starter-models.ts'
import { aiModels, aiVoices, type ModelRow } from './table.ts'

/** Fills an empty catalog, and leaves alone what is already listed; answers with the models of the demo. */
export function seedStarterCatalog(
  ctx: Context,
): Promise<{ demo: ModelRow; demoVoice: ModelRow; demoHearing: ModelRow }> {
  return ctx.transaction(async (ctx) => {
    await ctx.db
      .insert(aiModels)
      .values([...starterModels, demoModel, demoVoiceModel, demoHearingModel])
      .onConflictDoNothing()
    await ctx.db.insert(aiVoices).values(starterVoices).onConflictDoNothing()
    const listed = await ctx.db.select().from(aiModels).where(eq(aiModels.provider, demoModel.provider))
    const rowOf = ({ model }: Pick<ModelRow, 'model'>): ModelRow => {
      const row = listed.find((each) => each.model === model)
      if (!row) throw new Error(`${model} was not written`)
      return row
    }
    return { demo: rowOf(demoModel), demoVoice: rowOf(demoVoiceModel), demoHearing: rowOf(demoHearingModel) }
  })
}
