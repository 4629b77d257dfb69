import { and, eq } from 'drizzle-orm'
import type { UpdateTeammate } from '#contracts/teammates.ts'
import { validationError } from '#platform/http/errors.ts'
import { lockModelsForUse, lockVoiceForUse } from '../catalog/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { noSuchTeammate, visibleTeammates } from './access.ts'
import { announceTeammate } from './announce-teammate.ts'
import { teammateUpdated } from './audit-actions.ts'
import { checkWorkflows } from './check-workflows.ts'
import { checkModels } from './models/check-models.ts'
import { subjectOf } from './subject-of.ts'
import { aiEmployees, type TeammateRow } from './table.ts'
import { saveVersion } from './versions/save-version.ts'
import { differencesOf, type TeammateValues, valuesOf } from './versions/values-of.ts'

const openToAllies = [
  'description',
  'role',
  'instructions',
  'model',
  'tools',
  'tts_model',
  'stt_model',
  'voice',
  'skills_folder_id',
]

/** No change makes no version and no event. The caller has checked that the teammate may be edited. */
export function updateTeammate(ctx: MemberContext, id: string, input: UpdateTeammate): Promise<TeammateRow> {
  return ctx.transaction(async (ctx) => {
    await lockModelsForUse(ctx, [input.model, input.tts_model, input.stt_model])
    await lockVoiceForUse(ctx, input.voice)
    const [before] = await ctx.db
      .select()
      .from(aiEmployees)
      .where(and(eq(aiEmployees.id, id), visibleTeammates(ctx)))
      .for('no key update')
    if (!before) throw noSuchTeammate()
    const changes = differencesOf(before, valuesOf(input))
    if (Object.keys(changes).length === 0) return before
    refuseFixedFields(before, changes)
    await checkModels(ctx, changes, { ...before, ...changes })
    await checkWorkflows(ctx, changes.workflow_ids, before.workflow_ids)

    const [row] = await ctx.db
      .update(aiEmployees)
      .set({ ...changes, updated_at: ctx.now() })
      .where(eq(aiEmployees.id, id))
      .returning()
    if (!row) throw new Error('The teammate was not written')
    await saveVersion(ctx, row)
    await recordUpdate(ctx, before, changes)
    await announceTeammate(ctx, 'updated', row)
    return row
  })
}

/** What people do to their own assistants is nobody else's business. */
async function recordUpdate(ctx: MemberContext, before: TeammateRow, changes: TeammateValues): Promise<void> {
  if (before.owned_by_user_id !== null) return
  const fields = Object.keys(changes) as (keyof TeammateValues)[]
  const earlier = Object.fromEntries(fields.map((field) => [field, before[field]]))
  await ctx.record(teammateUpdated, { subject: subjectOf(before), before: earlier, after: changes })
}

function refuseFixedFields(before: TeammateRow, changes: TeammateValues): void {
  if (before.owned_by_user_id === null) return
  const fixed = Object.keys(changes).filter((field) => !openToAllies.includes(field))
  if (fixed.length === 0) return
  throw validationError(fixed.map((path) => ({ path, message: 'This cannot be changed on a personal assistant' })))
}
