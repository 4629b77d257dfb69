import type { z } from 'zod'
import type { Flow, FlowStep } from '#contracts/flows.ts'
import type { FlowProblem, FlowProblems } from '#contracts/workflows.ts'
import type { StepType } from '#platform/step.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { missingVariables } from '../../variables/access.ts'
import type { Checking } from '../check-scope.ts'
import { declarationProblems } from '../declared-inputs.ts'
import { type FoundPlaceholder, placeholdersOf, sourceProblem } from './placeholders.ts'
import { type Exits, exitsOf, findInfiniteLoops, unreachableSteps } from './structure.ts'

/** More than a person fixes at a time; further mistakes are reported once these are fixed. */
const MAX_PROBLEMS = 200
const PLACEHOLDER_BATCH_SIZE = 1000
const UNREACHABLE = 'No step leads here, so it never runs'

type Checked = { id: string; step: FlowStep; type: StepType<never, Checking>; fields: never }

/**
 * Finds everything that is wrong with a flow, in the order of its steps: problems, with which it does not run, and warnings.
 * Nothing is executed. References are looked up within the organization, so that a flow never reveals whether something exists
 * elsewhere.
 */
export async function checkFlow(
  ctx: OrgContext,
  { flow, starting_step_id, workflow_id }: { flow: Flow; starting_step_id: string | null; workflow_id: string | null },
): Promise<FlowProblems> {
  const checking: Checking = { ctx, flow, workflow_id }
  const problems: FlowProblem[] = [...startProblems(flow, starting_step_id), ...declarationProblems(flow)]
  const checked: Checked[] = []
  for (const [id, step] of Object.entries(flow.steps)) {
    const type = ctx.ports.steps.get(step.type) as StepType<never, Checking> | undefined
    if (!type) {
      problems.push({ step: id, field: 'type', message: `There is no step type ${step.type}` })
      continue
    }
    const parsed = type.schema.safeParse(step, { reportInput: true })
    if (parsed.success) checked.push({ id, step, type, fields: parsed.data as never })
    else problems.push(...parsed.error.issues.map((issue) => fieldProblem(id, issue)))
  }
  const exits: Exits = new Map(checked.map(({ id, step, type, fields }) => [id, exitsOf(step, type, fields)]))
  for (const [step, own] of exits) {
    for (const { field, to } of own) {
      if (to !== undefined && !Object.hasOwn(flow.steps, to)) {
        problems.push({ step, field, message: `There is no step ${to}` })
      }
    }
  }
  problems.push(...findInfiniteLoops(flow, starting_step_id, exits))
  for (const { id, type, fields } of checked) {
    if (problems.length >= MAX_PROBLEMS) break
    const found = (await type.check?.(fields, checking)) ?? []
    problems.push(...found.map((problem) => ({ step: id, ...problem })))
  }
  await addPlaceholderProblems(ctx, flow, checked, problems)
  const warnings = [
    ...unreachableSteps(flow, starting_step_id, exits).map((step) => ({ step, field: null, message: UNREACHABLE })),
    ...checked.flatMap(({ id, type, fields }) => (type.warn?.(fields) ?? []).map((found) => ({ step: id, ...found }))),
  ]
  return { problems: problems.slice(0, MAX_PROBLEMS), warnings: warnings.slice(0, MAX_PROBLEMS) }
}

function startProblems({ steps }: Flow, starting_step_id: string | null): FlowProblem[] {
  if (Object.keys(steps).length === 0) return [{ step: null, field: null, message: 'The flow has no steps' }]
  const field = 'starting_step_id'
  if (starting_step_id === null) return [{ step: null, field, message: 'The flow has no first step' }]
  if (Object.hasOwn(steps, starting_step_id)) return []
  return [{ step: null, field, message: `There is no step ${starting_step_id}` }]
}

/** An empty field is reported as missing, because its format means nothing to a person who has not filled it in. */
function fieldProblem(step: string, { path, message, input }: z.core.$ZodIssue): FlowProblem {
  const field = path.join('.') || null
  const isMissing = input === undefined || input === ''
  return { step, field, message: isMissing ? 'This is required' : message }
}

async function addPlaceholderProblems(
  ctx: OrgContext,
  flow: Flow,
  checked: Checked[],
  problems: FlowProblem[],
): Promise<void> {
  for (const some of placeholdersIn(checked)) {
    await yieldToEventLoop()
    const missing = await missingVariables(
      ctx,
      some.map(({ name }) => name),
    )
    for (const { step, field, name, mayResume } of some) {
      const message = missing.has(name)
        ? `Variable '${name}' not found in organization variables`
        : sourceProblem(flow, name, mayResume)
      if (message !== null) problems.push({ step, field, message })
    }
    if (problems.length >= MAX_PROBLEMS) return
  }
}

type OfStep = FoundPlaceholder & { step: string }

/** A flow may name a hundred thousand values: they are looked up a few at a time. */
function* placeholdersIn(checked: Checked[]): Generator<OfStep[]> {
  let some: OfStep[] = []
  for (const { id, step, type } of checked) {
    for (const placeholder of placeholdersOf(step, type)) {
      some.push({ step: id, ...placeholder })
      if (some.length < PLACEHOLDER_BATCH_SIZE) continue
      yield some
      some = []
    }
  }
  if (some.length > 0) yield some
}
