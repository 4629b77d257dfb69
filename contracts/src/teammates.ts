import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Name } from './name.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as teammatePaths from './paths/teammates.ts'
import { StoragePath } from './storage-path.ts'
import type { TeammateTool } from './teammate-tools.ts'
import { EntityVersions, EntityVersionsQuery } from './versions.ts'

export const TeammateChannel = z.enum(['Not selected', 'Web Chat', 'API'])
export type TeammateChannel = z.infer<typeof TeammateChannel>

export const Reasoning = z.enum(['off', 'low', 'medium', 'high'])
export type Reasoning = z.infer<typeof Reasoning>

/** A model by its number in the catalog, which travels as text. */
const CatalogId = z.string().regex(/^[1-9]\d{0,14}$/, 'This is not the id of a model')

const unique = <T>(items: T[]): T[] => [...new Set(items)]
const ToolName = z
  .string()
  .max(100)
  .regex(/^[a-z_]+(\.[a-z_]+)*$/, 'This is not the name of a tool')

/** With `ask`, a person is asked each time before it is called; without, the same as its name alone. */
const WantedTool = z.union([ToolName, z.strictObject({ name: ToolName, ask: z.boolean().default(false) })])
type WantedTool = z.output<typeof WantedTool>

/** Each tool once, in the one form that is kept; where it is named twice and one of them asks first, it asks first. */
function keptTools(wanted: WantedTool[]): TeammateTool[] {
  const asked = new Map<string, boolean>()
  for (const tool of wanted) {
    const { name, ask } = typeof tool === 'string' ? { name: tool, ask: false } : tool
    asked.set(name, ask || asked.get(name) === true)
  }
  return [...asked].map(([name, ask]) => (ask ? { name, ask } : name))
}

const fields = {
  name: Name,
  role: z.string().trim().max(200),
  description: z.string().max(5000),
  instructions: z.string().max(100_000),
  model: CatalogId.nullable(),
  tts_model: CatalogId.nullable(),
  stt_model: CatalogId.nullable(),
  voice: z.string().trim().min(1).max(100).nullable(),
  channel: TeammateChannel,
  show_thinking: z.boolean(),
  reasoning: Reasoning,
  tools: z.array(WantedTool).max(100).transform(keptTools),
  workflow_ids: z.array(z.uuid().toLowerCase()).max(100).transform(unique),
  /** The folder of its skills, which continues being the same one wherever it is moved. Its path is set by `setSkillsFolder`. */
  skills_folder_id: z.uuid().toLowerCase().nullable(),
}

export const UpdateTeammate = z.object(fields).partial()
export type UpdateTeammate = z.infer<typeof UpdateTeammate>

/** The folder of its skills may be named by its path too, which counts where it is another one than before. */
export const ChangeTeammate = UpdateTeammate.extend({ skills_path: StoragePath.nullable().optional() })
export type ChangeTeammate = z.infer<typeof ChangeTeammate>

export const CreateTeammate = ChangeTeammate.required({ name: true })
export type CreateTeammate = z.infer<typeof CreateTeammate>

export const Teammate = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  name: z.string(),
  role: z.string(),
  description: z.string(),
  instructions: z.string(),
  model: z.string().nullable(),
  tts_model: z.string().nullable(),
  stt_model: z.string().nullable(),
  voice: z.string().nullable(),
  channel: TeammateChannel,
  show_thinking: z.boolean(),
  reasoning: Reasoning,
  tools: z.array(z.union([z.string(), z.object({ name: z.string(), ask: z.literal(true) })])),
  workflow_ids: z.array(z.string()),
  skills_folder_id: z.uuid().nullable(),
  /** Set for a user's personal assistant, which nobody else can see. */
  owned_by_user_id: z.uuid().nullable(),
  is_system: z.boolean(),
  is_personal_assistant: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  deleted_at: Instant.nullable(),
})
export type Teammate = z.infer<typeof Teammate>

export const ShownTeammate = Teammate.extend({
  /** Where the folder of its skills lies now; null where none was chosen, or where it was erased. */
  skills_path: z.string().nullable(),
  /** The number of the Telegram bot that is connected to it; its token is never shown. */
  telegram_bot_id: z.string().nullable(),
})
export type ShownTeammate = z.infer<typeof ShownTeammate>

export const TeammateIds = z.object({ ids: z.array(z.uuid().toLowerCase()).min(1).max(500).transform(unique) })
export const TeammatesDone = z.object({ success: z.literal(true), ids: z.array(z.uuid()) })

export const ExternalUrls = z.object({
  api_messages_url: z.string(),
  mcp_url: z.string(),
  /** Markup for a web page; null where the organization's public key alone does not lead to this teammate. */
  webchat_snippet: z.string().nullable(),
})
export type ExternalUrls = z.infer<typeof ExternalUrls>

const OneTeammate = z.object({ employee_id: z.uuid() })

export const teammateEndpoints = describeEndpoints(teammatePaths, {
  listTeammates: {
    summary: 'List the teammates the caller can see, their personal assistant first',
    query: pageQuery({ limit: 50, max: 100 }),
    answer: pageOf(Teammate),
  },
  createTeammate: {
    summary: 'Create a teammate',
    body: CreateTeammate,
    answer: ShownTeammate,
    errors: { 400: ['UNKNOWN_MODEL', 'NOT_A_CHAT_MODEL', 'NO_SUCH_FOLDER', 'FOLDER_NOT_SHARED'] },
  },
  showAlly: {
    summary: 'Get the caller’s personal assistant',
    answer: ShownTeammate,
  },
  listDeletedTeammates: {
    summary: 'List the teammates in the trash, the latest deletion first',
    query: pageQuery({ limit: 50, max: 100 }),
    answer: pageOf(Teammate),
  },
  deleteTeammates: {
    summary: 'Move several teammates to the trash; if one cannot be moved, none is',
    body: TeammateIds,
    answer: TeammatesDone,
    errors: { 409: [] },
  },
  restoreTeammates: {
    summary: 'Restore several teammates from the trash; if one cannot be restored, none is',
    body: TeammateIds,
    answer: TeammatesDone,
  },
  showTeammate: {
    summary: 'Get a teammate',
    params: OneTeammate,
    answer: ShownTeammate,
  },
  updateTeammate: {
    summary: 'Update a teammate',
    body: ChangeTeammate,
    answer: ShownTeammate,
    errors: { 400: ['UNKNOWN_MODEL', 'NOT_A_CHAT_MODEL', 'NO_SUCH_FOLDER', 'FOLDER_NOT_SHARED'] },
  },
  deleteTeammate: {
    summary: 'Move a teammate to the trash',
    params: OneTeammate,
    answer: Done,
    errors: { 409: [] },
  },
  listExternalUrls: {
    summary: 'Get the addresses at which others can reach a teammate',
    params: OneTeammate,
    answer: ExternalUrls,
  },
  listTeammateVersions: {
    summary: 'List the versions of a teammate, newest first',
    params: OneTeammate,
    query: EntityVersionsQuery,
    answer: EntityVersions,
  },
})
