import type { Teammate } from '#contracts/teammates.ts'
import type { TeammateRow } from './table.ts'

const catalogId = (id: number | null) => (id === null ? null : String(id))

export function presentTeammate(row: TeammateRow): Teammate {
  return {
    id: row.id,
    organization_id: row.organization_id,
    name: row.name,
    role: row.role,
    description: row.description,
    instructions: row.instructions,
    model: catalogId(row.model),
    tts_model: catalogId(row.tts_model),
    stt_model: catalogId(row.stt_model),
    voice: row.voice,
    channel: row.channel,
    show_thinking: row.show_thinking,
    reasoning: row.reasoning,
    tools: row.tools,
    workflow_ids: row.workflow_ids,
    skills_folder_id: row.skills_folder_id,
    owned_by_user_id: row.owned_by_user_id,
    is_system: row.is_system,
    is_personal_assistant: row.owned_by_user_id !== null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}
