import type { ModelFallback } from '#contracts/conversations.ts'
import type { RunCost } from '#contracts/runs.ts'
import { asksFirst, nameOfTool } from '#contracts/teammate-tools.ts'
import type { ModelMessage, ToolResult } from '../../models/model-language.ts'
import { type Candidate, resolveModels } from '../../models/resolve-models.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { noSuchTeammate } from '../../teammates/access.ts'
import { isHidden } from '../../teammates/hidden-teammates.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import type { CallingRun } from '../../teammates/tools/tool-scope.ts'
import { readPublicValues } from '../../variables/read-values.ts'
import { listRunFiles } from '../files/list-run-files.ts'
import { saveGeneratedImages } from '../files/save-generated-images.ts'
import { createFileSaver } from '../files/save-run-file.ts'
import { promptTexts, systemPrompt } from '../prompts/system-prompt.ts'
import type { Published } from '../run-host.ts'
import { RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'
import { namedTools, readTools } from '../tools/read-tools.ts'
import type { Callable } from '../tools/workflow-tools.ts'
import { callModel } from './call-model.ts'
import { compactionRequest, splitForCompaction, summaryMessage } from './compact.ts'
import { estimatePrompt } from './estimate-tokens.ts'
import { type CallLog, logCall } from './log-call.ts'
import type { ModelAnswer } from './model-call.ts'
import type { ModelAttempt } from './record-attempt.ts'
import { type Approval, finishRound, type OpenRound, openRound, type Suspended } from './tool-round.ts'
import { openToolbox } from './toolbox.ts'

/** The limit for a model that never stops calling tools. */
const MAX_ROUNDS = 40
const BETWEEN_ROUNDS = '\n\n'

/** What an agent has done so far, from which another process can continue. */
export type AgentProgress = {
  messages: ModelMessage[]
  text: string
  reasoning: string
  calls: CallLog[]
  attempts?: ModelAttempt[]
  loaded: string[]
  /** How many rounds of tools are finished; `round` is the unfinished one. */
  rounds?: number
  round?: OpenRound | null
  /** The ids under which the calls so far are shown. */
  call_ids?: string[]
  /** Whether a person was asked about a call so far. */
  has_asked?: boolean
  /** How many pictures were drawn so far. */
  drawn?: number
}

export type AgentWork = Pick<StepScope, 'can_wait' | 'execution' | 'close' | 'textSoFar'> & {
  run: CallingRun
  teammate: TeammateRow
  /** Replaces the teammate's own. */
  instructions?: string | undefined
  tools?: string[] | undefined
  candidates?: Candidate[] | undefined
  depth: number
  /** The conversation, the new message last; or the progress of an earlier attempt. */
  messages: ModelMessage[]
  resumed: AgentProgress | null
  /** Every call to a model, including those of an earlier attempt. */
  calls: CallLog[]
  /** In debug mode every call in full detail, including failed ones; null where it is off. */
  attempts: ModelAttempt[] | null
  reasoning: 'off' | 'low' | 'medium' | 'high'
  costs: RunCost[]
  signal: AbortSignal
  publish(piece: Published): void
  /** A person's answer about the call that waits for approval. */
  approval: Approval | null
  /** Saves the progress with every round of tools, because their effects must not happen twice. */
  checkpoint(progress: AgentProgress): Promise<void>
  /** The same, and deletes the approval in the same commit, so that it cannot approve another call. */
  checkpointAndConsumeApproval(progress: AgentProgress): Promise<void>
  /** Saves the progress with the suspension that follows. */
  checkpointWithNextWrite(progress: AgentProgress): void
  onSpent(usd: number): Promise<void>
}

type AgentResult = { text: string; failures: string[] }

/** Runs the agent loop: model, tools, model again, until an answer calls no tool or a call has to wait. */
export async function runAgent(ctx: OrgContext, work: AgentWork): Promise<AgentResult | Suspended> {
  const { teammate, signal, calls, attempts } = work
  const candidates = work.candidates ?? (await resolveModels(ctx, teammate.model))
  if (candidates.length === 0) {
    throw new RunFailure('TEAMMATE_NOT_READY', `${teammate.name} has no model that is connected`)
  }
  const { instructions = teammate.instructions } = work
  const isItself = work.instructions === undefined && work.tools === undefined
  // A step with its own tools offers only these.
  const tools = work.tools ? await namedTools(ctx, teammate, work.tools) : await readTools(ctx, teammate)
  const { run, depth } = work
  const scope = { ctx, teammate, run, depth, signal, saveRunFile: createFileSaver(ctx, run) }
  const briefs = await Promise.all(tools.map(async (tool) => ('brief' in tool && (await tool.brief?.(scope))) || null))
  const instructed = { ...teammate, instructions }
  const variables = await readPublicValues(ctx, promptTexts(instructed))
  const system = systemPrompt(ctx.organization, instructed, { now: ctx.now(), briefs, variables })
  const lazily = { lazy: ctx.organization.use_lazy_tools, loaded: work.resumed?.loaded ?? [] }
  const toolbox = openToolbox(tools, lazily)
  const asked = new Set([...teammate.tools.filter(asksFirst).map(nameOfTool), ...tools.filter(alwaysAsks).map(nameOf)])
  const failures: string[] = []
  let messages = work.resumed?.messages ?? work.messages
  let text = work.resumed?.text ?? ''
  let reasoning = work.resumed?.reasoning ?? ''
  let { rounds = 0, round = null, call_ids = [], has_asked = false, drawn = 0 } = work.resumed ?? {}

  let logged: ModelMessage[] = []

  const ask = async (asked: ModelMessage[], { compacting = false } = {}): Promise<ModelAnswer> => {
    const offered = compacting ? [] : toolbox.offered()
    const active_tools = offered.map((tool) => tool.name)
    const before = text
    let speaking = false
    let shown = false
    const answer = await callModel(ctx, {
      run: { id: work.run.id, employee_id: teammate.id },
      // A summary for compaction is not published.
      candidates: compacting ? candidates.filter(({ connection }) => !connection.session) : candidates,
      request: { system, messages: asked, tools: offered },
      // A step with its own instructions or tools has a different prompt.
      ...(isItself && { fixed: () => ({ system, tools: openToolbox(tools, { ...lazily, loaded: [] }).offered() }) }),
      reasoning: work.reasoning,
      canBeEmpty: async () => !compacting && (before !== '' || (await listRunFiles(ctx, work.run.id)).length > 0),
      costs: work.costs,
      attempts: work.attempts,
      signal,
      onText(piece) {
        if (compacting) return
        work.publish({ type: 'text', text: speaking || !before ? piece : `${BETWEEN_ROUNDS}${piece}` })
        speaking = true
        shown = true
      },
      onReasoning(piece) {
        if (compacting) return
        work.publish({ type: 'reasoning', text: piece })
        shown = true
      },
      onReset() {
        if (shown) work.publish({ type: 'reset', text: before, reasoning })
        speaking = false
        shown = false
      },
      onEnded(ended) {
        // The conversation is logged once; each further call logs only what it adds.
        const messages_from = logged.every((message, at) => asked[at] === message) ? logged.length : 0
        logged = asked
        const how = { system, active_tools, messages: asked, messages_from, is_compaction: compacting }
        calls.push(logCall(ctx, { ...ended, ...how }))
      },
      onSpent: work.onSpent,
    })
    failures.push(...answer.failures)
    return answer
  }

  const progress = (): AgentProgress => {
    const done = { messages, text, reasoning, calls, loaded: toolbox.loaded(), rounds, round }
    return { ...done, call_ids, has_asked, drawn, ...(attempts && { attempts }) }
  }

  const finish = (open: OpenRound): Promise<ToolResult[] | Suspended> =>
    finishRound(open, {
      can_wait: work.can_wait,
      execution: work.execution,
      close: work.close,
      textSoFar: work.textSoFar,
      approval: work.approval,
      publish: work.publish,
      toolbox,
      scope,
      asked,
      has_asked,
      addText(more) {
        text = [text, more].filter(Boolean).join(BETWEEN_ROUNDS)
      },
      checkpoint: () => work.checkpoint(progress()),
      checkpointAndConsumeApproval: () => work.checkpointAndConsumeApproval(progress()),
    })

  for (; rounds < MAX_ROUNDS; rounds++) {
    // Deleting a teammate stops its runs; this is for a run that was accepted at that moment, and for flows that name it.
    if (isHidden(teammate)) throw noSuchTeammate()
    if (!round) {
      messages = await compacted(ctx, system, messages, ask)
      const answer = await ask(messages)
      text = [text, answer.text].filter(Boolean).join(BETWEEN_ROUNDS)
      reasoning += answer.reasoning
      drawn += await saveGeneratedImages(ctx, work.run, answer.files, drawn)
      if (answer.tool_calls.length === 0) {
        const fallback = fallbackOf(answer.candidate)
        if (fallback) work.publish({ type: 'fallback', fallback })
        return { text, failures }
      }
      const { tool_calls, provider_metadata } = answer
      const signed = provider_metadata && { provider_metadata }
      const opened = openRound(rounds, { role: 'assistant', content: answer.text, tool_calls, ...signed }, call_ids)
      call_ids = [...call_ids, ...opened.ids]
      round = opened
    }

    const results = await finish(round)
    if (!Array.isArray(results)) return await wait(results)
    messages = [...messages, round.spoken, { role: 'tool', results }]
    round = null
    await work.checkpoint({ ...progress(), rounds: rounds + 1 })
  }
  throw new RunFailure('TOO_MANY_ROUNDS', `${teammate.name} called tools ${MAX_ROUNDS} times without an answer`)

  /** The reasoning is stored in the waiting message, so a process that continues does not publish it again. */
  async function wait(suspended: Suspended): Promise<Suspended> {
    reasoning = ''
    if (suspended === 'suspended') await work.checkpoint(progress())
    else {
      has_asked = true
      work.checkpointWithNextWrite(progress())
    }
    return suspended
  }
}

const nameOf = ({ name }: Callable): string => name
const alwaysAsks = (tool: Callable): boolean => 'needs_approval' in tool && tool.needs_approval === true

function fallbackOf({ model, instead_of }: Candidate): ModelFallback | null {
  if (!instead_of) return null
  const { name, is_connected } = instead_of
  return { model: model.name, instead_of: name, reason: is_connected ? 'unavailable' : 'not_connected' }
}

async function compacted(
  ctx: OrgContext,
  system: string,
  messages: ModelMessage[],
  ask: (messages: ModelMessage[], how: { compacting: boolean }) => Promise<ModelAnswer>,
): Promise<ModelMessage[]> {
  if (!ctx.organization.is_auto_compacting_enabled) return messages
  if (estimatePrompt({ system, messages }) < ctx.ports.config.COMPACT_AT_TOKENS) return messages
  const parts = splitForCompaction(messages)
  if (!parts) return messages
  const { text } = await ask(compactionRequest(parts.older), { compacting: true })
  return [summaryMessage(text), ...parts.newer]
}
