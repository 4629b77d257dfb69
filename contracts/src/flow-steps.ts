import { z } from 'zod'
import { MAX_SYSTEM_CHARACTERS } from './flow-names.ts'
import { StepId } from './flows.ts'

/** A text in which placeholders are filled. */
const Text = z.string().max(100_000)

/**
 * A teammate answers: prompt, history, tools, model. Its text is the step's output. Instructions and tools are the
 * teammate's own unless the step brings others; `message` is what it is asked, the run's own message unless it is given.
 */
export const AgentStep = z.object({
  employee_id: z.uuid(),
  message: Text.optional(),
  instructions: Text.optional(),
  tools: z.array(z.string()).optional(),
})
export type AgentStep = z.infer<typeof AgentStep>

/** A model is asked directly, without a teammate, history or tools. */
export const ModelStep = z.object({
  /** By its number in the catalog; the organization's default where it is null or absent. */
  model: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'This is not the id of a model')
    .nullish(),
  instructions: Text.optional(),
  prompt: Text.min(1),
  /** The answer is read as JSON, and the step fails where it is none. */
  as_json: z.boolean().optional(),
})
export type ModelStep = z.infer<typeof ModelStep>

/** Calls one tool in the name of a teammate, whose rights it has. */
export const ToolStep = z.object({
  employee_id: z.uuid(),
  tool: z.string().min(1).max(100),
  input: z.record(z.string(), z.unknown()).default({}),
  /** True where the tool is given the whole input of the flow as it is, in place of `input`. */
  passes_input: z.boolean().optional(),
})
export type ToolStep = z.infer<typeof ToolStep>

export const HttpRequestStep = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).default('GET'),
  url: Text.min(1),
  headers: z.record(z.string(), Text).default({}),
  body: z.union([Text, z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
  /** Whether an answer of 400 and above fails the step. */
  fails_on_error_status: z.boolean().default(true),
})
export type HttpRequestStep = z.infer<typeof HttpRequestStep>

/**
 * JavaScript in a sandbox without network and files, in which timers do not wait. What it returns is the step's output;
 * `createFile(name, content)`, with a text or bytes, adds a file to what the run answers with.
 */
export const RunCodeStep = z.object({
  code: z.string().min(1).max(200_000),
  /** Variables of the organization, secret ones included, that the code reads as `env.NAME`. */
  env_variables: z.array(z.string().max(200)).max(50).default([]),
  /** Where a remote sandbox is configured: which of its templates runs the code. */
  template_id: z.string().max(200).optional(),
})
export type RunCodeStep = z.infer<typeof RunCodeStep>

export const OPERATORS = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'greater',
  'greater_or_equal',
  'less',
  'less_or_equal',
  'is_empty',
  'is_not_empty',
  'is_true',
  'is_false',
] as const

export const Rule = z.object({ left: Text, operator: z.enum(OPERATORS), right: Text.optional() })
export type Rule = z.infer<typeof Rule>

/** Leads to the `next` of the first case whose rules hold, else to the step's own `next`. */
export const ConditionStep = z.object({
  cases: z
    .array(
      z.object({
        name: z.string().max(200).optional(),
        match: z.enum(['all', 'any']).default('all'),
        rules: z.array(Rule).min(1).max(50),
        next: StepId.optional(),
      }),
    )
    .min(1)
    .max(50),
})
export type ConditionStep = z.infer<typeof ConditionStep>

/** Writes values into the run's state. */
export const SetStateStep = z.object({ values: z.record(z.string(), z.unknown()) })

/** A person is asked, and the run waits for the answer, which is the step's output. */
export const UserInputStep = z.object({
  question: Text.min(1),
  kind: z.enum(['text', 'choice', 'approval']).default('text'),
  choices: z.array(z.string().min(1).max(200)).max(50).optional(),
  /** Written into the state when the answer comes; `{{resume.value}}` is the answer. */
  values: z.record(z.string(), z.unknown()).optional(),
  /** How long it waits, and where the flow goes when nobody has answered; without `on_expiry` the step fails. */
  expires_in_seconds: z.number().int().min(1).max(31_536_000).optional(),
  on_expiry: StepId.optional(),
})
export type UserInputStep = z.infer<typeof UserInputStep>

/** Another workflow of the organization; its result is the step's output. */
export const WorkflowStep = z.object({
  workflow_id: z.uuid(),
  input: z.record(z.string(), z.unknown()).default({}),
})
export type WorkflowStep = z.infer<typeof WorkflowStep>

/** One of the two: a number of seconds, or an instant as text. */
export const WaitStep = z.object({
  seconds: z.union([z.number().min(0).max(31_536_000), Text]).optional(),
  until: Text.optional(),
})
export type WaitStep = z.infer<typeof WaitStep>

/**
 * Walks the steps from `start` on for each item, which they read as `{{input.item}}` and `{{input.index}}`. They read what
 * came before the loop; what they write stays with their item.
 */
export const ForEachStep = z.object({
  /** A list, or a placeholder for one. */
  items: z.union([Text, z.array(z.unknown()).max(100_000)]),
  start: StepId,
  concurrency: z.number().int().min(1).max(20).default(1),
  /** Whether the others continue when one item fails. */
  on_item_error: z.enum(['stop', 'continue']).default('stop'),
  /** Whether the results are kept, up to 1,000 of them; counts always are. */
  collect: z.boolean().default(false),
})
export type ForEachStep = z.infer<typeof ForEachStep>

/** A request that a gateway inside the customer's network makes, and answers. */
export const StargateStep = z.object({
  system: z.string().min(1).max(MAX_SYSTEM_CHARACTERS),
  method: Text.min(1).default('GET'),
  uri: Text.min(1),
  body: z.unknown().optional(),
  expires_in_seconds: z.number().int().min(1).max(604_800).default(600),
})
export type StargateStep = z.infer<typeof StargateStep>

/** Makes a text the run's answer. */
export const MessageStep = z.object({ text: Text })

/** Ends the flow; `result` is what the run ends with, the last step's output where it is not given. */
export const EndStep = z.object({ result: z.unknown().optional() })
