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

type FieldName = keyof (typeof stepMessages)['en']['fields']
type FieldKind =
  /** Texts with placeholders: of one line, of several lines. */
  | 'line'
  | 'text'
  /** A text in which braces are not placeholders. */
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
  /** A list of texts, one row each. */
  | 'list'
  /** Values by name: of any JSON type, or only texts. */
  | 'values'
  | 'texts'
  /** A text, values by name, or any other JSON. */
  | 'value'
  /** The query of a URL. */
  | 'query'
  | 'cases'
  /** The input of the chosen tool or workflow, as a form. */
  | 'tool-input'
  | 'workflow-input'
export type StepField = {
  name: FieldName
  kind: FieldKind
  options?: readonly string[]
  /** The step's field that contains it, where it is only a part of one, as the query is of `url`. */
  of?: string
}

type StepKind = {
  icon: typeof Bot
  /** The fields of a new step beside its name. It may be incomplete: what is missing is listed as a problem. */
  initial: object
  fields: readonly StepField[]
  /** Fields with the id of a step that may follow, beside `next` and `on_error`; `*` is each item of a list. */
  exits?: readonly string[]
  /** True where no step may follow. */
  isLast?: true
  /** The fields of its output, offered as placeholders before a first run. */
  results?: readonly string[]
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']

/** Icon, new step and form of each type. Labels and hints are in `canvas/messages.ts` and `step/messages.ts`. */
const kinds = {
  agent: {
    icon: Bot,
    initial: { employee_id: '' },
    fields: [
      { name: 'employee_id', kind: 'teammate' },
      { name: 'message', kind: 'text' },
      { name: 'instructions', kind: 'text' },
      { name: 'tools', kind: 'tools' },
    ],
  },
  model: {
    icon: Sparkles,
    initial: { prompt: '' },
    fields: [
      { name: 'model', kind: 'model' },
      { name: 'instructions', kind: 'text' },
      { name: 'prompt', kind: 'text' },
      { name: 'as_json', kind: 'switch' },
    ],
  },
  tool: {
    icon: Wrench,
    initial: { employee_id: '', tool: '', input: {} },
    fields: [
      { name: 'employee_id', kind: 'teammate' },
      { name: 'tool', kind: 'tool' },
      { name: 'input', kind: 'tool-input' },
    ],
  },
  http_request: {
    icon: Globe,
    initial: { method: 'GET', url: '' },
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
    initial: { code: '' },
    fields: [
      { name: 'code', kind: 'code' },
      { name: 'env_variables', kind: 'variables' },
    ],
  },
  condition: {
    icon: Split,
    initial: { cases: [{ rules: [{ left: '', operator: 'is_not_empty' }] }] },
    fields: [{ name: 'cases', kind: 'cases' }],
    exits: ['cases.*.next'],
  },
  for_each: {
    icon: Repeat,
    initial: { items: '' },
    fields: [
      { name: 'items', kind: 'line' },
      { name: 'concurrency', kind: 'number' },
      { name: 'on_item_error', kind: 'choice', options: ['stop', 'continue'] },
      { name: 'collect', kind: 'switch' },
    ],
    exits: ['start'],
    results: ['items', 'done', 'failed', 'results'],
  },
  set_state: { icon: Braces, initial: { values: {} }, fields: [{ name: 'values', kind: 'values' }] },
  user_input: {
    icon: UserRound,
    initial: { question: '', kind: 'text' },
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
    initial: { workflow_id: '', input: {} },
    fields: [
      { name: 'workflow_id', kind: 'workflow' },
      { name: 'input', kind: 'workflow-input' },
    ],
  },
  wait: {
    icon: Clock,
    initial: { seconds: 60 },
    fields: [
      { name: 'seconds', kind: 'line' },
      { name: 'until', kind: 'line' },
    ],
  },
  stargate: {
    icon: Network,
    initial: { system: '', method: 'GET', uri: '' },
    fields: [
      { name: 'system', kind: 'line' },
      { name: 'method', kind: 'line' },
      { name: 'uri', kind: 'line' },
      { name: 'body', kind: 'value' },
      { name: 'expires_in_seconds', kind: 'number' },
    ],
  },
  message: { icon: MessageSquare, initial: { text: '' }, fields: [{ name: 'text', kind: 'text' }] },
  end: { icon: CircleStop, initial: {}, fields: [{ name: 'result', kind: 'value' }], isLast: true },
} satisfies Record<string, StepKind>

export type StepTypeName = keyof typeof kinds
export const STEP_TYPES = Object.keys(kinds) as StepTypeName[]

export const isStepType = (type: string): type is StepTypeName => Object.hasOwn(kinds, type)

/** Null for a type that this page does not know, for example of a newer server. */
export const stepKindOf = (type: string): StepKind | null => (isStepType(type) ? kinds[type] : null)

export const newStep = (type: StepTypeName, name: string): FlowStep => ({ type, name, ...kinds[type].initial })

/** The server's defaults, shown where a field is not set. */
export const fieldDefaults: Partial<Record<FieldName, unknown>> = {
  method: 'GET',
  fails_on_error_status: true,
  kind: 'text',
  on_item_error: 'stop',
}
