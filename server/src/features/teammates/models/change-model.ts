import { isDeepStrictEqual } from 'node:util'
import type { UpdateAiModel } from '#contracts/catalog.ts'
import type { Context } from '#platform/context.ts'
import { canChat } from '../../catalog/access.ts'
import { lockModel, updateModel } from '../../catalog/manage-models.ts'
import { dropFallback } from '../../catalog/manage-settings.ts'
import type { ModelRow } from '../../catalog/table.ts'
import { clearModelReferences, remainingCapabilities } from './clear-references.ts'

const abilitiesOf = ({ is_realtime, is_tts, is_stt, provider, voices }: ModelRow) => ({
  is_realtime,
  is_tts,
  is_stt,
  provider,
  voices,
})

/** Changes a model of the catalog; a teammate that has it for what it cannot do any more loses it in the same commit. */
export function changeModel(ctx: Context, id: string, changes: UpdateAiModel): Promise<ModelRow> {
  return ctx.transaction(async (ctx) => {
    const before = await lockModel(ctx, id)
    const model = await updateModel(ctx, id, changes)
    if (isDeepStrictEqual(abilitiesOf(before), abilitiesOf(model))) return model
    if (!canChat(model)) await dropFallback(ctx, model.id)
    await clearModelReferences(ctx, model.id, await remainingCapabilities(ctx, model))
    return model
  })
}
