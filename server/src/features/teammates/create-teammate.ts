import type { CreateTeammate } from '#contracts/teammates.ts'
import { lockModelsForUse, lockVoiceForUse } from '../catalog/access.ts'
import type { OrgContext } from '../organizations/context.ts'
import { announceTeammate } from './announce-teammate.ts'
import { teammateCreated } from './audit-actions.ts'
import { checkWorkflows } from './check-workflows.ts'
import { checkModels } from './models/check-models.ts'
import { subjectOf } from './subject-of.ts'
import { aiEmployees, type TeammateRow } from './table.ts'
import { saveVersion } from './versions/save-version.ts'
import { valuesOf } from './versions/values-of.ts'

export async function createTeammate(
  ctx: OrgContext,
  { name, ...rest }: Omit<CreateTeammate, 'skills_path'>,
): Promise<TeammateRow> {
  const values = valuesOf(rest)

  return ctx.transaction(async (ctx) => {
    await lockModelsForUse(ctx, [rest.model, rest.tts_model, rest.stt_model])
    await lockVoiceForUse(ctx, rest.voice)
    await checkModels(ctx, values, { tts_model: values.tts_model ?? null, voice: values.voice ?? null })
    await checkWorkflows(ctx, values.workflow_ids)
    const now = ctx.now()
    const [row] = await ctx.db
      .insert(aiEmployees)
      .values({ ...values, name, organization_id: ctx.organization.id, created_at: now, updated_at: now })
      .returning()
    if (!row) throw new Error('The teammate was not written')
    await saveVersion(ctx, row)
    await ctx.record(teammateCreated, { subject: subjectOf(row) })
    await announceTeammate(ctx, 'created', row)
    return row
  })
}
