import type { Context } from '#platform/context.ts'
import { deleteModel, lockModel } from '../../catalog/manage-models.ts'
import { letGoOfModel, NOTHING_LEFT } from './let-go-of-model.ts'

/** Deletes a model from the catalog and lets go of it wherever it was chosen, in one commit. */
export function removeModel(ctx: Context, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const model = await lockModel(ctx, id)
    await letGoOfModel(ctx, model.id, NOTHING_LEFT)
    await deleteModel(ctx, model)
  })
}
