import { asc, eq, or } from 'drizzle-orm'
import { widen } from '#platform/bus/unit.ts'
import type { Context } from '#platform/context.ts'
import { deleteModel, lockModel } from '../catalog/manage-models.ts'
import { changeOrganization } from '../organizations/change-organization.ts'
import type { OrgContext } from '../organizations/context.ts'
import { organizations } from '../organizations/table.ts'
import { announceTeammate } from './announce-teammate.ts'
import { keepVersion } from './keep-version.ts'
import { aiEmployees, type TeammateRow } from './table.ts'

/**
 * Deletes a model from the catalog and lets go of it wherever it was chosen, in one commit: organizations and teammates
 * fall back to the default, each with its event and its version, as if somebody had changed it.
 */
export function removeModel(ctx: Context, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const model = await lockModel(ctx, id)
    await resetOrganizations(ctx, model.id)
    await resetTeammates(ctx, model.id)
    await deleteModel(ctx, model)
  })
}

async function resetOrganizations(ctx: Context, model_id: number): Promise<void> {
  const affected = await ctx.db
    .select()
    .from(organizations)
    .where(eq(organizations.ai_default_model, model_id))
    .orderBy(asc(organizations.id))
    .for('no key update')
  for (const organization of affected)
    await changeOrganization(widen(ctx, { organization }), { ai_default_model: null })
}

/** Deleted teammates are reset too, so that a restored one refers to nothing that is gone; nobody hears of them. */
async function resetTeammates(ctx: Context, model_id: number): Promise<void> {
  const affected = await ctx.db
    .select({ teammate: aiEmployees, organization: organizations })
    .from(aiEmployees)
    .innerJoin(organizations, eq(organizations.id, aiEmployees.organization_id))
    .where(
      or(eq(aiEmployees.model, model_id), eq(aiEmployees.tts_model, model_id), eq(aiEmployees.stt_model, model_id)),
    )
    .orderBy(asc(aiEmployees.id))
    .for('no key update', { of: aiEmployees })
  for (const { teammate, organization } of affected) {
    const row = await resetTeammate(widen(ctx, { organization }), teammate, model_id)
    if (row.deleted_at === null) await announceTeammate(ctx, 'updated', row)
  }
}

async function resetTeammate(ctx: OrgContext, teammate: TeammateRow, model_id: number): Promise<TeammateRow> {
  const [row] = await ctx.db
    .update(aiEmployees)
    .set({ ...withoutModel(teammate, model_id), updated_at: ctx.now() })
    .where(eq(aiEmployees.id, teammate.id))
    .returning()
  if (!row) throw new Error('The teammate was not written')
  await keepVersion(ctx, row)
  return row
}

/** A voice goes with the model that speaks with it. */
function withoutModel({ model, tts_model, stt_model }: TeammateRow, id: number): Partial<TeammateRow> {
  return {
    ...(model === id && { model: null }),
    ...(tts_model === id && { tts_model: null, voice: null }),
    ...(stt_model === id && { stt_model: null }),
  }
}
