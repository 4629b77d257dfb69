import { sql } from 'drizzle-orm'
import { bigint, boolean, check, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { TeammateTool } from '#contracts/teammate-tools.ts'
import type { Reasoning, TeammateChannel } from '#contracts/teammates.ts'
import { createdAt, id, instant, json } from '#platform/db/columns.ts'
import { aiModels } from '../catalog/table.ts'
import { organizationId } from '../organizations/table.ts'
import { users } from '../users/table.ts'

const catalogModel = () => bigint({ mode: 'number' }).references(() => aiModels.id, { onDelete: 'set null' })

export const aiEmployees = pgTable(
  'ai_employees',
  {
    id: id(),
    organization_id: organizationId(),
    name: text().notNull(),
    role: text().notNull().default(''),
    description: text().notNull().default(''),
    instructions: text().notNull().default(''),
    model: catalogModel(),
    tts_model: catalogModel(),
    stt_model: catalogModel(),
    voice: text(),
    channel: text().$type<TeammateChannel>().notNull().default('Not selected'),
    show_thinking: boolean().notNull().default(true),
    reasoning: text().$type<Reasoning>().notNull().default('off'),
    tools: json<TeammateTool[]>().notNull().default([]),
    workflow_ids: json<string[]>().notNull().default([]),
    /** The folder of its skills, by its row in the storage, which may be gone or kept from the teammate. */
    skills_folder_id: uuid(),
    /** Set for a personal assistant; with its owner it goes, because without one everyone would see it. */
    owned_by_user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    is_system: boolean().notNull().default(false),
    deleted_at: instant(),
    created_at: createdAt(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('a_teammate_belongs_to_one_organization').on(table.organization_id, table.id),
    unique('a_user_has_one_personal_assistant').on(table.organization_id, table.owned_by_user_id),
    check('a_teammate_has_a_name', sql`length(trim(${table.name})) > 0`),
    check('a_channel_is_known', sql`${table.channel} in ('Not selected', 'Web Chat', 'API')`),
    check('a_reasoning_effort_is_known', sql`${table.reasoning} in ('off', 'low', 'medium', 'high')`),
    check('a_personal_assistant_is_a_system_teammate', sql`${table.is_system} or ${table.owned_by_user_id} is null`),
    check('a_voice_needs_a_tts_model', sql`${table.voice} is null or ${table.tts_model} is not null`),
    check('a_system_teammate_is_never_deleted', sql`not ${table.is_system} or ${table.deleted_at} is null`),
  ],
)
export type TeammateRow = typeof aiEmployees.$inferSelect

/** The column of a table whose rows belong to one teammate and are deleted with it. */
export const employeeId = () =>
  uuid()
    .notNull()
    .references(() => aiEmployees.id, { onDelete: 'cascade' })
