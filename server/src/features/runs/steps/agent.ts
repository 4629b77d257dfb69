import { AgentStep } from '#contracts/flow-steps.ts'
import { Reasoning } from '#contracts/teammates.ts'
import { defineStep, type StepResult } from '#platform/step.ts'
import type { ModelMessage } from '../../models/model-language.ts'
import { readTeammate } from '../../teammates/access.ts'
import type { Checking } from '../../workflows/check-scope.ts'
import { type AgentProgress, type AgentWork, runAgent } from '../agent/run-agent.ts'
import type { Approval } from '../agent/tool-round.ts'
import { loadImages } from '../files/load-images.ts'
import { fillerOf } from '../fill-placeholders.ts'
import { stripPayload } from '../log/strip-payload.ts'
import { spokenBy, wordsFor } from '../prompts/message-words.ts'
import { briefingOf } from '../run-host.ts'
import { noticeLimit } from '../spend/daily-limit.ts'
import type { RunInput } from '../start-run.ts'
import type { StepScope } from '../step-scope.ts'
import { readAnswer } from './answer.ts'
import { checkTools } from './check-teammate.ts'

type Images = Awaited<ReturnType<typeof loadImages>>

/** The step in which a teammate answers. */
export const agentStep = defineStep('agent', {
  schema: AgentStep,
  effects: true,
  check: ({ employee_id, tools = [] }, { ctx }: Checking) => checkTools(ctx, employee_id, 'tools', tools),
  execute: answer,
})

async function answer({ employee_id, tools, ...texts }: AgentStep, scope: StepScope): Promise<StepResult> {
  const { ctx, run, host, log } = scope
  const { instructions, input } = filledTexts(texts, scope)
  const briefing = briefingOf(host, employee_id)
  const teammate = briefing?.teammate ?? (await readTeammate(ctx, employee_id))
  const resumed = scope.resumed as AgentProgress | null
  if (resumed) host.publish({ type: 'reset', text: resumed.text, reasoning: resumed.reasoning })
  log.payload.input_data = input

  const images = await loadImages(ctx, scope.files)
  const content = spokenBy(scope.sender_name, wordsFor(messageIn(input), scope.files))
  const asked: ModelMessage = { role: 'user', content, ...(images.length > 0 && { images }) }
  const calls = resumed?.calls ?? []
  const attempts = scope.is_debug_mode ? (resumed?.attempts ?? []) : null
  const work: AgentWork = {
    run: { ...run, seq: log.seq },
    teammate,
    instructions,
    tools,
    candidates: briefing?.candidates,
    depth: scope.depth,
    messages: resumed ? [] : [...(await host.history(ctx)), asked],
    resumed: resumed && { ...resumed, messages: resumed.messages.map((message) => withImages(message, images)) },
    reasoning: Reasoning.safeParse(input.reasoning).data ?? teammate.reasoning,
    costs: scope.costs,
    signal: scope.signal,
    publish: host.publish,
    calls,
    attempts,
    approval: approvalIn(scope),
    can_wait: scope.can_wait,
    execution: scope.execution,
    close: scope.close,
    textSoFar: scope.textSoFar,
    checkpoint: (progress) => scope.checkpoint(withoutBytes(progress)),
    checkpointAndConsumeApproval: (progress) => scope.checkpointAndConsumeAnswer(withoutBytes(progress)),
    checkpointWithNextWrite: (progress) => scope.checkpointWithNextWrite(withoutBytes(progress)),
    onSpent: () => noticeLimit(ctx, teammate.id, 0),
  }

  try {
    const ended = await runAgent(ctx, work)
    if (ended === 'suspended' || 'suspend' in ended) return ended
    const { text, failures } = ended
    log.fallback_used = failures.length > 0
    log.last_error = failures.at(-1) ?? null
    return { output: text }
  } finally {
    log.model = calls.at(-1)?.model ?? null
    log.payload.additional_data = { steps: calls, ...(attempts && { debug: attempts }) }
  }
}

/** A person's answer about the call that waits for approval; null where only the time came. */
function approvalIn({ answer }: StepScope): Approval | null {
  if (!answer || answer.is_due) return null
  return readAnswer({ kind: 'approval' }, answer.value).output as Approval
}

/** An input that is not a text is given to the model as JSON; the whole input where it has no `message`. */
function messageIn(input: RunInput): string {
  const { message = input } = input
  return typeof message === 'string' ? message : JSON.stringify(message)
}

/**
 * The step's own instructions and message, which replace those of the teammate and of the run, with placeholders filled. Variables
 * in instructions are filled with the rest of the prompt; in a message they are plain text, as in any other message.
 */
function filledTexts({ instructions, message }: Pick<AgentStep, 'instructions' | 'message'>, scope: StepScope) {
  const filler = fillerOf({ input: scope.input, ...scope.seen, variables: new Map() })
  return {
    instructions: instructions === undefined ? undefined : filler.text(instructions),
    input: message === undefined ? scope.input : { ...scope.input, message: filler.text(message) },
  }
}

/** Leaves out bytes of pictures, which are in the blob store, and the calls so far, which are in the log. */
const withoutBytes = ({ messages, calls, attempts, ...progress }: AgentProgress) => ({
  ...progress,
  messages: messages.map((message) =>
    message.role === 'user' && message.images ? { ...message, images: [] } : message,
  ),
  calls: stripPayload(calls),
  ...(attempts && { attempts: stripPayload(attempts) }),
})

const withImages = (message: ModelMessage, images: Images): ModelMessage =>
  message.role === 'user' && message.images ? { ...message, images } : message
