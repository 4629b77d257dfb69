import { z } from 'zod'
import { INPUT_TYPES, MAX_INPUTS } from './flow-names.ts'

/** More than anybody can read on a canvas. */
export const MAX_FLOW_STEPS = 2000

/** Names that an object has of itself: a step under one of them would be found where there is none. */
const TAKEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/** The key of a step in its flow. Without dots, because placeholders name it: `{{output.<step>.<field>}}`. */
export const StepId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/, 'A step id has letters, digits, _ and - only')
  .refine((id) => !TAKEN_NAMES.has(id), 'This is not allowed as a step id')

export const MAX_RETRIES = 10

/** A step that fails is tried again this often; the wait before each try is longer than the one before. */
export const Retry = z.strictObject({
  times: z.number().int().min(1).max(MAX_RETRIES),
  delay_seconds: z.number().min(0).max(3600).default(1),
  /** What the delay is multiplied by after each try. */
  factor: z.number().min(1).max(10).default(2),
})
export type Retry = z.infer<typeof Retry>

/** Where a step is on the canvas. */
const Position = z.strictObject({ x: z.number().min(-1e6).max(1e6), y: z.number().min(-1e6).max(1e6) })

/**
 * What every step has; its type declares the rest. Text fields may hold `{{input.x}}`, `{{state.x}}`, `{{output.x}}`, and
 * `{{NAME}}` of a public variable.
 */
export const FlowStep = z.looseObject({
  type: z.string().max(100),
  name: z.string().max(200),
  next: StepId.optional(),
  /** A disabled step is passed over, to its `next`. */
  disabled: z.boolean().optional(),
  retry: Retry.optional(),
  /** Where the flow goes when the step has failed for good; `{{output.<step>.error}}` says why. */
  on_error: StepId.optional(),
  /** In place of the limit of its type. */
  timeout_seconds: z.number().positive().max(86_400).optional(),
  position: Position.optional(),
  note: z.string().max(5000).optional(),
  /** What a test run takes as the step's output instead of executing it. */
  pinned: z.unknown().optional(),
})
export type FlowStep = z.infer<typeof FlowStep>

/** A text on the canvas that belongs to no step. */
const FlowNote = z.strictObject({
  id: StepId,
  text: z.string().max(5000),
  position: Position,
  width: z.number().min(50).max(5000).optional(),
  height: z.number().min(50).max(5000).optional(),
})

const Steps = z
  .record(StepId, FlowStep)
  .refine((steps) => Object.keys(steps).length <= MAX_FLOW_STEPS, `A flow has ${MAX_FLOW_STEPS} steps at most`)

/**
 * A field of what a flow works with, which it reads as `{{input.<name>}}`. Forms and tools are made of it. What is wrong
 * with a name or a default is a problem of the flow, as a mistake in a step is.
 */
const FlowInput = z.strictObject({
  name: z.string().max(64),
  type: z.enum(INPUT_TYPES),
  required: z.boolean().optional(),
  description: z.string().max(1000).optional(),
  /** Taken where the field is not given. */
  default: z.unknown().optional(),
})
export type FlowInput = z.infer<typeof FlowInput>

export const Flow = z.object({
  steps: Steps,
  /** The fields that it asks for; others are taken too. */
  inputs: z.array(FlowInput).max(MAX_INPUTS).optional(),
  /** From the start of a run to its end, what it waits for included. */
  timeout_seconds: z.number().int().min(1).max(31_536_000).optional(),
  notes: z.array(FlowNote).max(200).optional(),
})
export type Flow = z.infer<typeof Flow>
