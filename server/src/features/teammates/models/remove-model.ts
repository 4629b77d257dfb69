import type { Context } from '#platform/context.ts'
import { deleteModel, lockModel } from '../../catalog/manage-models.ts'
import { clearModelReferences, NO_CAPABILITIES } from './clear-references.ts'

/** Deletes a model from the catalog and lets go of it wherever it was chosen, in one commit. */
export function removeModel(ctx: Context, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const model = await lockModel(ctx, id)
    await clearModelReferences(ctx, model.id, NO_CAPABILITIES)
    await deleteModel(ctx, model)
  })
}
