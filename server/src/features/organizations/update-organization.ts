import type { UpdateOrganization } from '#contracts/organizations.ts'
import { lockModelsForUse, requireChatModel } from '../catalog/access.ts'
import { changeOrganization } from './change-organization.ts'
import type { OrgContext } from './context.ts'
import type { OrganizationRow } from './table.ts'

/** Changes settings; a default model must be a chat model of the catalog, and null means `Auto`. */
export async function updateOrganization(
  ctx: OrgContext,
  { ai_default_model, ...changes }: UpdateOrganization,
): Promise<OrganizationRow> {
  if (ai_default_model === undefined) return changeOrganization(ctx, changes)
  if (ai_default_model === null) return changeOrganization(ctx, { ...changes, ai_default_model: null })
  return ctx.transaction(async (ctx) => {
    await lockModelsForUse(ctx, [ai_default_model])
    const model = await requireChatModel(ctx, ai_default_model, 'ai_default_model')
    return changeOrganization(ctx, { ...changes, ai_default_model: model.id })
  })
}
