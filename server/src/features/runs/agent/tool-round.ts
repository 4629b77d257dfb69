import type { Flow } from '#contracts/flows.ts'
import type { SuspendRequest } from '#platform/step.ts'
import type { ModelMessage, ToolCall, ToolResult } from '../../models/model-language.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { withDefaults } from '../../workflows/declared-inputs.ts'
import { asFailure } from '../engine/fail-step.ts'
import type { ToolEvent } from '../run-host.ts'
import { endsExecution } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'
import { beginWorkflow } from '../tools/workflow-tools.ts'
import { callTool, LOST, problemOf, resultOf } from './call-tool.ts'
import { saveInTurn } from './save-in-turn.ts'
import type { Toolbox } from './toolbox.ts'

const NOBODY_TO_ASK = 'This needs the consent of a person, and nobody can be asked here.'

type Call =
  | { at: 'open' }
  /** A person is asked to approve the call. */
  | { at: 'asked' }
  /** The call has begun and is made at most once: if the process dies here, its outcome is unknown. */
  | { at: 'begun' }
  | { at: 'walking'; flow: Flow; starting_step_id: string; since: string }
  | { at: 'done'; result: ToolResult }

/** An unfinished round of tools: the model's message, and the state of each of its calls. */
export type OpenRound = {
  /** The number of the round in the step. */
  number: number
  spoken: Extract<ModelMessage, { role: 'assistant' }> & { tool_calls: ToolCall[] }
  /** In the order of the calls, because vendors repeat ids. */
  calls: Call[]
  /** In the same order, ids that are unique in the step, for pages and storage; absent in rounds of older versions. */
  ids?: string[]
}

export type Approval = { approved: boolean; note: string | null }

/** What a round uses of its step. */
type RoundWork = Pick<StepScope, 'can_wait' | 'execution' | 'close' | 'textSoFar'> & {
  toolbox: Toolbox
  scope: ToolScope
  /** The tools that need an approval for each call. */
  asked: ReadonlySet<string>
  /** False where the step has asked no person so far. */
  has_asked: boolean
  /** A person's answer about the call that waits for approval; null until there is one. */
  approval: Approval | null
  publish(piece: ToolEvent): void
  /** Adds the questions that a finished workflow asked people, which are part of the answer. */
  addText(text: string): void
  /** Saves how far the round is. */
  checkpoint(): Promise<void>
  /** The same, and deletes the approval in the same commit, so that it cannot approve another call. */
  checkpointAndConsumeApproval(): Promise<void>
}

export type Suspended = { suspend: SuspendRequest } | 'suspended'

export const openRound = (number: number, spoken: OpenRound['spoken'], taken: readonly string[]) => ({
  number,
  spoken,
  calls: spoken.tool_calls.map((): Call => ({ at: 'open' })),
  ids: idsOf(spoken.tool_calls, taken),
})

/** Ids that pages show. The model gets the vendor's own back; where one repeats an earlier id, a number is added. */
function idsOf(calls: ToolCall[], earlier: readonly string[]): string[] {
  const taken = new Set(earlier)
  return calls.map(({ id }) => {
    let own = id
    for (let count = 2; taken.has(own); count++) own = `${id}-${count}`
    taken.add(own)
    return own
  })
}

/**
 * Makes the calls of a round, or continues them: first those that cannot wait, in parallel, then those that may, one after the
 * other. Returns the results in their order, or what the round waits for.
 */
export async function finishRound(round: OpenRound, work: RoundWork): Promise<ToolResult[] | Suspended> {
  const calls = round.spoken.tool_calls.map((call, index) => ({ call, index, kind: kindOf(round, index, call, work) }))
  await makeFreeCalls(
    round,
    calls.filter(({ kind }) => kind === 'free'),
    work,
  )
  for (const { call, index, kind } of calls) {
    if (round.calls[index]?.at === 'done') continue
    const waits =
      kind === 'workflow'
        ? await executeWorkflowCall(round, index, call, work)
        : await askedCall(round, index, call, work)
    if (waits) return waits
  }
  return round.calls.flatMap((each) => (each.at === 'done' ? [each.result] : []))
}

/** A call that has begun continues as it began, even if the teammate's tools have changed. */
function kindOf(round: OpenRound, index: number, call: ToolCall, { toolbox, asked }: RoundWork) {
  const at = round.calls[index]?.at
  if (at === 'done') return 'done'
  if (at === 'walking') return 'workflow'
  if (at === 'asked' || at === 'begun') return 'asked'
  // No approval is requested for a call that cannot be made.
  if (problemOf(toolbox, call)) return 'free'
  const tool = toolbox.find(call.name)
  if (tool && 'workflow_id' in tool) return 'workflow'
  return asked.has(call.name) ? 'asked' : 'free'
}

type Numbered = { call: ToolCall; index: number }

/**
 * Makes calls in parallel and saves each result while others are in progress, because a finished call must not be repeated.
 */
async function makeFreeCalls(round: OpenRound, free: Numbered[], work: RoundWork): Promise<void> {
  const once = free.filter(({ call }) => isMadeOnce(work.toolbox, call))
  for (const { index } of once) round.calls[index] = { at: 'begun' }
  if (once.length > 0) await work.checkpoint()
  const save = saveInTurn(work.checkpoint)
  let left = free.length
  await Promise.all(
    free.map(async ({ call, index }) => {
      await make(round, index, call, work)
      if (--left > 0) await save()
    }),
  )
}

function isMadeOnce(toolbox: Toolbox, call: ToolCall): boolean {
  const tool = toolbox.find(call.name)
  return tool !== null && 'at_most_once' in tool && tool.at_most_once === true && !problemOf(toolbox, call)
}

async function make(round: OpenRound, index: number, call: ToolCall, work: RoundWork): Promise<void> {
  start(round, index, call, work)
  end(round, index, call, work, await callTool(work.toolbox, work.scope, call))
}

async function askedCall(round: OpenRound, index: number, call: ToolCall, work: RoundWork): Promise<Suspended | null> {
  const refuse = (reason: string) => {
    start(round, index, call, work)
    end(round, index, call, work, resultOf(call, reason, { is_error: true }))
  }
  if (round.calls[index]?.at === 'begun') {
    refuse(LOST)
    return null
  }
  if (!work.can_wait) {
    refuse(NOBODY_TO_ASK)
    return null
  }
  const { approval } = work
  if (round.calls[index]?.at !== 'asked' || !approval) {
    round.calls[index] = { at: 'asked' }
    return { suspend: questionAbout(shownId(round, index, call), call, work) }
  }
  work.approval = null
  if (!approval.approved) {
    refuse(`A person refused this.${approval.note ? ` They say: ${approval.note}` : ''}`)
    await work.checkpointAndConsumeApproval()
    return null
  }
  round.calls[index] = { at: 'begun' }
  await work.checkpointAndConsumeApproval()
  await make(round, index, call, work)
  await work.checkpoint()
  return null
}

function questionAbout(call_id: string, { name, input }: ToolCall, { scope, has_asked }: RoundWork): SuspendRequest {
  const question = `May ${scope.teammate.name} use ${name}?`
  const tool = { name, call_id, input }
  return { kind: 'approval', detail: { question, kind: 'approval', tool, is_first: !has_asked } }
}

/** Executes the workflow inside the agent's step, so that it may wait as long as it needs. */
async function executeWorkflowCall(
  round: OpenRound,
  index: number,
  call: ToolCall,
  work: RoundWork,
): Promise<'suspended' | null> {
  const { toolbox, scope, execution, close } = work
  const lengthBefore = work.textSoFar().length
  const key = `round${round.number}-${index}`
  start(round, index, call, work)
  let result: ToolResult
  try {
    let walking = round.calls[index]
    if (walking?.at !== 'walking') {
      const called = await beginWorkflow(scope, toolbox.find(call.name))
      walking = { at: 'walking', ...called, since: scope.ctx.now().toISOString() }
      round.calls[index] = walking
      await work.checkpoint()
    }
    const { flow, starting_step_id, since } = walking
    const executed = await execution({
      key,
      flow,
      starting_step_id,
      input: withDefaults(flow, call.input as Record<string, unknown>),
      timeout_seconds: flow.timeout_seconds,
      since: new Date(since),
      depth: scope.depth + 1,
      is_quiet: true,
    })
    if (executed === 'suspended') return 'suspended'
    result = resultOf(call, executed.result ?? null)
  } catch (error) {
    if (scope.signal.aborted || endsExecution(error)) throw error
    const { message } = asFailure(scope.ctx, error)
    await close(key, message)
    result = resultOf(call, message, { is_error: true })
  }
  work.addText(work.textSoFar().slice(lengthBefore).replace(/^\n\n/, ''))
  end(round, index, call, work, result)
  await work.checkpoint()
  return null
}

const shownId = ({ ids }: OpenRound, index: number, { id }: ToolCall): string => ids?.[index] ?? id

function start(round: OpenRound, index: number, call: ToolCall, { publish }: RoundWork): void {
  publish({ type: 'tool_started', call_id: shownId(round, index, call), tool: call.name, input: call.input })
}

function end(round: OpenRound, index: number, call: ToolCall, { publish }: RoundWork, result: ToolResult): void {
  const failed = result.is_error === true
  const call_id = shownId(round, index, call)
  publish({ type: 'tool_ended', call_id, tool: call.name, output: result.output, failed })
  round.calls[index] = { at: 'done', result }
}
