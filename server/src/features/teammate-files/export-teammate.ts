import { inArray } from 'drizzle-orm'
import { MAX_FILE_BYTES } from '#contracts/teammate-file-limits.ts'
import type { FileModel, TeammateFile } from '#contracts/teammate-files.ts'
import { jsonReader } from '#platform/http/json-reader.ts'
import { aiModels } from '../catalog/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { textsIn } from '../variables/fill-variables.ts'
import { namedVariables } from '../variables/named-variables.ts'
import { variablesIn } from '../variables/read-values.ts'
import { variablesOfFlow } from '../workflows/workflow-file.ts'
import { connectorsOfFile } from './connectors-of-file.ts'
import { skillsOfFile } from './skills-of-file.ts'
import { tooLarge } from './too-large.ts'
import { workflowsOfFile } from './workflows-of-file.ts'

/** A teammate with everything it works with, and nothing that is a secret or a right. */
export async function exportTeammate(ctx: OrgContext, teammate: TeammateRow): Promise<TeammateFile> {
  const { id, name, role, description, instructions, voice, channel, show_thinking, reasoning, tools } = teammate
  const workflows = await workflowsOfFile(ctx, teammate.workflow_ids)
  const connectors = await connectorsOfFile(ctx, teammate)
  const { skills, left_out } = await skillsOfFile(ctx, teammate)
  const modelOf = await modelsOf(ctx, teammate)
  const names = new Set([
    ...variablesIn([instructions, ...textsIn(connectors)]),
    ...workflows.flatMap(({ flow }) => [...variablesOfFlow(flow)]),
  ])
  const file: TeammateFile = {
    format: 'alongside.teammate',
    format_version: 1,
    teammate: {
      id,
      name,
      role,
      description,
      instructions,
      model: modelOf(teammate.model),
      tts_model: modelOf(teammate.tts_model),
      stt_model: modelOf(teammate.stt_model),
      voice,
      channel,
      show_thinking,
      reasoning,
      tools,
    },
    workflows,
    connectors,
    skills,
    left_out,
    variables: await namedVariables(ctx, names),
  }
  const bytes = Buffer.from(JSON.stringify(file))
  if (bytes.length > MAX_FILE_BYTES) {
    throw tooLarge(`With its workflows and skills this teammate is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`)
  }
  if (!canBeRead(bytes)) throw tooLarge('The workflows of this teammate have more values than a file may have')
  return file
}

/** Whether an import takes it: a body has its bounds too. */
function canBeRead(bytes: Buffer): boolean {
  try {
    jsonReader().write(bytes)
    return true
  } catch {
    return false
  }
}

async function modelsOf(
  ctx: OrgContext,
  { model, tts_model, stt_model }: TeammateRow,
): Promise<(id: number | null) => FileModel | null> {
  const ids = [model, tts_model, stt_model].filter((id) => id !== null)
  const rows = ids.length === 0 ? [] : await ctx.db.select().from(aiModels).where(inArray(aiModels.id, ids))
  return (id) => {
    const row = rows.find((row) => row.id === id)
    return row ? { provider: row.provider, model: row.model } : null
  }
}
