import type { UpdateTeammate } from '#contracts/teammates.ts'

export type Field = keyof UpdateTeammate
type Snapshot = Record<string, unknown>
export type Change = { field: Field; before: unknown; after: unknown }

/** What people set on a teammate, in the order in which the page asks for it. */
const fields: Field[] = [
  'name',
  'role',
  'description',
  'instructions',
  'model',
  'reasoning',
  'tts_model',
  'voice',
  'stt_model',
  'tools',
  'workflow_ids',
  'skills_folder_id',
  'channel',
  'show_thinking',
]

/** Field by field; a snapshot of an older shape that lacks a field has nothing to say about it. */
export function changesBetween(before: Snapshot, after: Snapshot): Change[] {
  return fields.flatMap((field) => {
    if (!(field in before) || !(field in after)) return []
    const change = { field, before: before[field], after: after[field] }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
  })
}
