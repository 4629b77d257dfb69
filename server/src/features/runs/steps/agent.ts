import { AgentStep } from '#contracts/flows.ts'
import { defineStep } from '#platform/step.ts'
import type { ModelMessage } from '../../models/model-language.ts'
import { readTeammate } from '../../teammates/access.ts'
import { type AgentProgress, type AgentWork, runAgent } from '../agent/run-agent.ts'
import { noticeLimit } from '../daily-limit.ts'
import { loadImages, wordsFor } from '../load-images.ts'
import { stripPayload } from '../log/strip-payload.ts'
import type { StepScope } from './scope.ts'

type Images = Awaited<ReturnType<typeof loadImages>>

/** The step in which a teammate answers. */
export const agentStep = defineStep('agent', { schema: AgentStep, effects: true, execute: answer })

async function answer({ employee_id, instructions, tools }: AgentStep, scope: StepScope): Promise<{ output: string }> {
  const { ctx, run, host, input, log } = scope
  const briefing = host.briefing?.teammate.id === employee_id ? host.briefing : undefined
  const teammate = briefing?.teammate ?? (await readTeammate(ctx, employee_id))
  const resumed = scope.resumed as AgentProgress | null
  if (resumed) host.publish({ type: 'reset', text: resumed.text, reasoning: resumed.reasoning })
  log.payload.input_data = input

  const { message = '', attachments = [] } = input
  const images = await loadImages(ctx, attachments)
  const content = wordsFor(message, attachments)
  const asked: ModelMessage = { role: 'user', content, ...(images.length > 0 && { images }) }
  const calls = resumed?.calls ?? []
  const attempts = scope.is_debug_mode ? (resumed?.attempts ?? []) : null
  const work: AgentWork = {
    run,
    teammate,
    instructions,
    tools,
    candidates: briefing?.candidates,
    depth: scope.depth,
    messages: resumed ? [] : [...(await host.history(ctx)), asked],
    resumed: resumed && { ...resumed, messages: resumed.messages.map((message) => withImages(message, images)) },
    reasoning: input.reasoning ?? teammate.reasoning,
    costs: scope.costs,
    signal: scope.signal,
    publish: host.publish,
    calls,
    attempts,
    checkpoint: (progress) => scope.keep(withoutBytes(progress)),
    onSpent: () => noticeLimit(ctx, teammate.id, 0),
  }

  try {
    const { text, failures } = await runAgent(ctx, work)
    log.fallback_used = failures.length > 0
    log.last_error = failures.at(-1) ?? null
    return { output: text }
  } finally {
    log.model = calls.at(-1)?.model ?? null
    log.payload.additional_data = { steps: calls, ...(attempts && { debug: attempts }) }
  }
}

/** Pictures lie in the blob store, and the calls so far are for the log alone: neither is kept byte for byte again. */
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
