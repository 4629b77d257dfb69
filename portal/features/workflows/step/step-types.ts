import {
  Bot,
  Braces,
  CircleStop,
  Clock,
  Code,
  Globe,
  MessageSquare,
  Network,
  Repeat,
  Sparkles,
  Split,
  UserRound,
  Workflow,
  Wrench,
} from 'lucide-react'
import type { FlowStep } from '#contracts/flows.ts'
import type { stepMessages } from './messages.ts'

export type FieldName = keyof (typeof stepMessages)['en']['fields']
export type FieldKind =
  /** Texts with placeholders, of one line and of several. */
  | 'line'
  | 'text'
  /** Whose braces are no placeholders. */
  | 'code'
  | 'json'
  | 'number'
  | 'switch'
  | 'choice'
  | 'teammate'
  | 'model'
  | 'workflow'
  | 'tool'
  | 'tools'
  | 'variables'
  /** Texts one below the other. */
  | 'list'
  /** Values by name; `texts` where each is a text. */
  | 'values'
  | 'texts'
  /** Any JSON: a text, values by name, or what only JSON can say. */
  | 'value'
  /** What is behind the question mark of an address. */
  | 'query'
  | 'cases'
  /** What the chosen tool, or the chosen workflow, takes. */
  | 'tool-input'
  | 'workflow-input'
export type StepField = {
  name: FieldName
  kind: FieldKind
  options?: readonly string[]
  /** The field of the step that it is a part of, where that is another. */
  of?: string
}

type StepKind = {
  icon: typeof Bot
  /** What a new step has besides its name: enough for its form; what is missing is named as a problem. */
  first: object
  fields: readonly StepField[]
  /** The fields that name a step it may lead to, beside `next` and `on_error`; `*` stands for each item of a list. */
  exits?: readonly string[]
  /** True where nothing follows. */
  isLast?: true
  /** What its output has, where that is known before it has run. */
  results?: readonly string[]
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']

/** What the editor knows of each type of step. */
const kinds = {
  agent: {
    icon: Bot,
    first: { employee_id: '' },
    fields: [
      { name: 'employee_id', kind: 'teammate' },
      { name: 'message', kind: 'text' },
      { name: 'instructions', kind: 'text' },
      { name: 'tools', kind: 'tools' },
    ],
  },
  model: {
    icon: Sparkles,
    first: { prompt: '' },
    fields: [
      { name: 'model', kind: 'model' },
      { name: 'instructions', kind: 'text' },
      { name: 'prompt', kind: 'text' },
      { name: 'as_json', kind: 'switch' },
    ],
  },
  tool: {
    icon: Wrench,
    first: { employee_id: '', tool: '', input: {} },
    fields: [
      { name: 'employee_id', kind: 'teammate' },
      { name: 'tool', kind: 'tool' },
      { name: 'input', kind: 'tool-input' },
    ],
  },
  http_request: {
    icon: Globe,
    first: { method: 'GET', url: '' },
    fields: [
      { name: 'method', kind: 'choice', options: METHODS },
      { name: 'url', kind: 'line' },
      { name: 'query', kind: 'query', of: 'url' },
      { name: 'headers', kind: 'texts' },
      { name: 'body', kind: 'value' },
      { name: 'fails_on_error_status', kind: 'switch' },
    ],
    results: ['status', 'headers', 'body'],
  },
  run_code: {
    icon: Code,
    first: { code: '' },
    fields: [
      { name: 'code', kind: 'code' },
      { name: 'env_variables', kind: 'variables' },
    ],
  },
  condition: {
    icon: Split,
    first: { cases: [{ rules: [{ left: '', operator: 'is_not_empty' }] }] },
    fields: [{ name: 'cases', kind: 'cases' }],
    exits: ['cases.*.next'],
  },
  for_each: {
    icon: Repeat,
    first: { items: '' },
    fields: [
      { name: 'items', kind: 'line' },
      { name: 'concurrency', kind: 'number' },
      { name: 'on_item_error', kind: 'choice', options: ['stop', 'continue'] },
      { name: 'collect', kind: 'switch' },
    ],
    exits: ['start'],
    results: ['items', 'done', 'failed', 'results'],
  },
  set_state: { icon: Braces, first: { values: {} }, fields: [{ name: 'values', kind: 'values' }] },
  user_input: {
    icon: UserRound,
    first: { question: '', kind: 'text' },
    fields: [
      { name: 'question', kind: 'text' },
      { name: 'kind', kind: 'choice', options: ['text', 'choice', 'approval'] },
      { name: 'choices', kind: 'list' },
      { name: 'values', kind: 'values' },
      { name: 'expires_in_seconds', kind: 'number' },
    ],
    exits: ['on_expiry'],
  },
  workflow: {
    icon: Workflow,
    first: { workflow_id: '', input: {} },
    fields: [
      { name: 'workflow_id', kind: 'workflow' },
      { name: 'input', kind: 'workflow-input' },
    ],
  },
  wait: {
    icon: Clock,
    first: { seconds: 60 },
    fields: [
      { name: 'seconds', kind: 'line' },
      { name: 'until', kind: 'line' },
    ],
  },
  stargate: {
    icon: Network,
    first: { system: '', method: 'GET', uri: '' },
    fields: [
      { name: 'system', kind: 'line' },
      { name: 'method', kind: 'line' },
      { name: 'uri', kind: 'line' },
      { name: 'body', kind: 'value' },
      { name: 'expires_in_seconds', kind: 'number' },
    ],
  },
  message: { icon: MessageSquare, first: { text: '' }, fields: [{ name: 'text', kind: 'text' }] },
  end: { icon: CircleStop, first: {}, fields: [{ name: 'result', kind: 'value' }], isLast: true },
} satisfies Record<string, StepKind>

export type StepTypeName = keyof typeof kinds
export const STEP_TYPES = Object.keys(kinds) as StepTypeName[]

export const isStepType = (type: string): type is StepTypeName => Object.hasOwn(kinds, type)

/** Null for a type that only the server knows. */
export const stepKindOf = (type: string): StepKind | null => (isStepType(type) ? kinds[type] : null)

export const newStep = (type: StepTypeName, name: string): FlowStep => ({ type, name, ...kinds[type].first })

/** What holds where nothing is set. */
export const fieldDefaults: Partial<Record<FieldName, unknown>> = {
  method: 'GET',
  fails_on_error_status: true,
  kind: 'text',
  on_item_error: 'stop',
}
