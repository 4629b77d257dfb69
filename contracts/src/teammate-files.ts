import { z } from 'zod'
import { CreateConnector, OauthEntry } from './connectors.ts'
import { describeEndpoints } from './endpoint.ts'
import { Vendor } from './parties.ts'
import * as teammateFilePaths from './paths/teammate-files.ts'
import { StoragePath } from './storage-path.ts'
import { MAX_FILE_BYTES } from './teammate-file-limits.ts'
import { CreateTeammate, Teammate } from './teammates.ts'
import { NamedVariables } from './variables.ts'
import { WorkflowFile } from './workflows.ts'

export const MAX_WORKFLOWS = 200
export const MAX_SKILL_FILES = 500

/** A model by what every installation calls it. */
const FileModel = z.object({ provider: Vendor, model: z.string().max(200) })
export type FileModel = z.infer<typeof FileModel>

const FileWorkflow = WorkflowFile.pick({
  name: true,
  description: true,
  flow: true,
  starting_step_id: true,
}).extend({
  /** By which the flows of this file name each other. */
  id: z.uuid().toLowerCase(),
  /** False for one that only the others call. */
  is_tool: z.boolean(),
})
export type FileWorkflow = z.infer<typeof FileWorkflow>

const asked = z.array(z.string().min(1).max(100)).max(200).default([])

/** Of its headers, those values that are a variable; all others may be keys, and are left empty. */
const FileConnector = z.union([
  z.strictObject({ connector: CreateConnector, ask: asked }),
  z.strictObject({ oauth_mcp: OauthEntry, ask: asked }),
])
export type FileConnector = z.infer<typeof FileConnector>

const SkillFile = z.object({
  /** In the folder of skills. */
  path: StoragePath,
  encoding: z.enum(['utf8', 'base64']),
  content: z.string().max(MAX_FILE_BYTES),
})
export type SkillFile = z.infer<typeof SkillFile>

/** A teammate with what it works with; nothing of it is a secret, an account, or someone's right. */
export const TeammateFile = z.object({
  format: z.literal('alongside.teammate'),
  format_version: z.literal(1),
  teammate: CreateTeammate.pick({
    name: true,
    role: true,
    description: true,
    instructions: true,
    voice: true,
    channel: true,
    show_thinking: true,
    reasoning: true,
    tools: true,
  }).extend({
    /** By which the flows of this file name it. */
    id: z.uuid().toLowerCase(),
    model: FileModel.nullable(),
    tts_model: FileModel.nullable(),
    stt_model: FileModel.nullable(),
  }),
  /** Those that it may call and those that these call, each after the ones that it calls where that is possible. */
  workflows: z.array(FileWorkflow).max(MAX_WORKFLOWS).default([]),
  connectors: z.array(FileConnector).max(50).default([]),
  skills: z.array(SkillFile).max(MAX_SKILL_FILES).default([]),
  /** Files of skills that did not go in. */
  left_out: z.array(z.string().max(4000)).max(MAX_SKILL_FILES).default([]),
  variables: NamedVariables,
})
export type TeammateFile = z.infer<typeof TeammateFile>

/** What is still to be done before an imported teammate works as the one it was made of. */
export const ImportNotice = z.object({
  kind: z.enum([
    'model_missing',
    'voice_missing',
    'workflow_has_problems',
    'variable_is_empty',
    'header_is_empty',
    'address_is_incomplete',
    'account_needed',
    'skill_file_left_out',
  ]),
  name: z.string(),
})
export type ImportNotice = z.infer<typeof ImportNotice>

const OneTeammate = z.object({ employee_id: z.uuid() })

export const teammateFileEndpoints = describeEndpoints(teammateFilePaths, {
  exportTeammate: {
    summary: 'Get a teammate with its workflows, connectors and skills as a file, without secrets',
    params: OneTeammate,
    answer: TeammateFile,
    errors: { 413: ['TEAMMATE_TOO_LARGE'], 422: ['DOCUMENT_UNREADABLE'] },
  },
  importTeammate: {
    summary: 'Create a teammate from a file, with what it works with, and say what is still to be done',
    body: TeammateFile,
    answer: z.object({ teammate: Teammate, notices: z.array(ImportNotice) }),
    errors: { 409: ['TOO_MANY_WORKFLOWS', 'TOO_MANY_CONNECTORS'], 422: ['DOCUMENT_UNREADABLE'] },
  },
})
