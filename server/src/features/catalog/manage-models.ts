import { asc, eq } from 'drizzle-orm'
import type { CreateAiModel, UpdateAiModel } from '#contracts/catalog.ts'
import { differing } from '#platform/audit-action.ts'
import type { Context } from '#platform/context.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import { noSuchModel, requireModel } from './access.ts'
import { modelCreated, modelDeleted, modelUpdated } from './audit-actions.ts'
import { aiModels, type ModelRow } from './table.ts'

const ordered = (ctx: Context) =>
  ctx.db.select().from(aiModels).orderBy(asc(aiModels.provider), asc(aiModels.name), asc(aiModels.id)).$dynamic()

const alreadyListed = ({ model, provider }: { model: string; provider: string }) =>
  new AppError('conflict', `"${model}" of ${provider} is already in the catalog`, { code: 'MODEL_EXISTS' })

export function listModels(ctx: Context): Promise<ModelRow[]> {
  return ordered(ctx)
}

export function pageOfModels(ctx: Context, page: { page: number; limit: number }): Promise<Page<ModelRow>> {
  return paginate(ctx.db, ordered(ctx), page)
}

export function createModel(ctx: Context, input: CreateAiModel): Promise<ModelRow> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db.insert(aiModels).values(input).onConflictDoNothing().returning()
    if (!row) throw alreadyListed(input)
    await ctx.record(modelCreated, { subject: subjectOf(row), after: input })
    return row
  })
}

const subjectOf = (row: ModelRow) => ({ type: 'ai_model', id: row.id, name: row.name })

/** Only the row itself: those who refer to it are looked after by `changeModel`, above. */
export async function updateModel(ctx: Context, id: string, changes: UpdateAiModel): Promise<ModelRow> {
  const model = await requireModel(ctx, id)
  if (Object.keys(changes).length === 0) return model
  try {
    return await ctx.transaction(async (ctx) => {
      const [row] = await ctx.db.update(aiModels).set(changes).where(eq(aiModels.id, model.id)).returning()
      if (!row) return await requireModel(ctx, id)
      const change = differing(model, row)
      if (change) await ctx.record(modelUpdated, { subject: subjectOf(row), ...change })
      return row
    })
  } catch (error) {
    if (violates(error, 'a_model_is_listed_once_per_provider')) throw alreadyListed({ ...model, ...changes })
    throw error
  }
}

/** Held until the transaction ends, so that nobody begins to refer to a model that is about to be deleted or changed. */
export async function lockModel(ctx: Context, id: string): Promise<ModelRow> {
  const { id: model_id } = await requireModel(ctx, id)
  const [row] = await ctx.db.select().from(aiModels).where(eq(aiModels.id, model_id)).for('update')
  if (!row) throw noSuchModel()
  return row
}

/** Only the row itself: those who refer to it are looked after by `removeModel`, above. */
export async function deleteModel(ctx: Context, model: ModelRow): Promise<void> {
  await ctx.transaction(async (ctx) => {
    await ctx.db.delete(aiModels).where(eq(aiModels.id, model.id))
    await ctx.record(modelDeleted, { subject: subjectOf(model) })
  })
}
