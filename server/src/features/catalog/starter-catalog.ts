import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { demoModel, starterModels, starterVoices } from './starter-models.ts'
import { aiModels, aiVoices, type ModelRow } from './table.ts'

/** Fills an empty catalog, and leaves alone what is already listed; answers with the demo model. */
export function seedStarterCatalog(ctx: Context): Promise<ModelRow> {
  return ctx.transaction(async (ctx) => {
    await ctx.db
      .insert(aiModels)
      .values([...starterModels, demoModel])
      .onConflictDoNothing()
    await ctx.db.insert(aiVoices).values(starterVoices).onConflictDoNothing()
    const [demo] = await ctx.db
      .select()
      .from(aiModels)
      .where(and(eq(aiModels.provider, demoModel.provider), eq(aiModels.model, demoModel.model)))
    if (!demo) throw new Error('The demo model was not written')
    return demo
  })
}
