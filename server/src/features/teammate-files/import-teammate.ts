import type { ImportNotice, TeammateFile } from '#contracts/teammate-files.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { MemberContext } from '../organizations/context.ts'
import { createTeammate } from '../teammates/create-teammate.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { updateTeammate } from '../teammates/update-teammate.ts'
import { createMissing } from '../variables/named-variables.ts'
import { importConnectors, readConnectors } from './import-connectors.ts'
import { importModels } from './import-models.ts'
import { importSkills, storeSkillBytes } from './import-skills.ts'
import { importWorkflows } from './import-workflows.ts'

type Imported = { teammate: TeammateRow; notices: ImportNotice[] }

/** Makes a teammate and what it works with, all of it or nothing; what cannot be as it was is listed in the notices. */
export async function importTeammate(ctx: MemberContext, file: TeammateFile): Promise<Imported> {
  const { id: id_in_file, model, tts_model, stt_model, voice, ...fields } = file.teammate
  const notices: ImportNotice[] = []
  const addNotices = (kind: ImportNotice['kind'], names: readonly string[]) => {
    for (const name of names) notices.push({ kind, name })
  }
  const skills = await storeSkillBytes(ctx, file.skills)
  const brought = await readConnectors(ctx, file.connectors)
  addNotices('skill_file_left_out', [...skills.left_out, ...file.left_out])

  const teammate = await ctx.transaction(async (ctx) => {
    const models = await importModels(ctx, { model, tts_model, stt_model, voice })
    addNotices('model_missing', models.missing)
    addNotices('voice_missing', models.missing_voices)
    const created = await createTeammate(ctx, { ...fields, ...models.values })
    addNotices('variable_is_empty', await createMissing(ctx, file.variables))
    const connectors = await importConnectors(extendContext(ctx, { teammate: created }), brought)
    addNotices('header_is_empty', connectors.without_headers)
    addNotices('address_is_incomplete', connectors.without_keys)
    addNotices('account_needed', connectors.accounts)
    const skills_folder_id = await importSkills(ctx, created, skills.kept)
    if (skills_folder_id) await updateTeammate(ctx, created.id, { skills_folder_id })
    // Last, because their steps may call what the connectors and the skills bring.
    const workflows = await importWorkflows(ctx, file.workflows, new Map([[id_in_file, created.id]]))
    addNotices('workflow_has_problems', workflows.drafts)
    return updateTeammate(ctx, created.id, { workflow_ids: workflows.tool_ids })
  })
  return { teammate, notices }
}
