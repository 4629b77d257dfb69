import { z } from 'zod'
import { layers, surfaces } from '#app/features.ts'
import { describeEndpoint } from '#contracts/endpoint.ts'
import { Flow, type FlowStep } from '#contracts/flows.ts'
import { defineChannel } from '#features/conversations/define-channel.ts'
import { sendMessage } from '#features/replies/send-message.ts'
import { resumeRun } from '#features/runs/control/resume-run.ts'
import type { StepScope } from '#features/runs/step-scope.ts'
import type { Feature } from '#platform/feature.ts'
import { route } from '#platform/route.ts'
import { defineStep } from '#platform/step.ts'

/** Says its question, waits for a person, and has what they said as its output. */
const ask = defineStep('ask', {
  schema: z.object({ question: z.string() }),
  effects: true,
  async execute({ question }, { answer, host }: StepScope) {
    if (answer) return { output: { said: answer.value } }
    host.publish({ type: 'text', text: question })
    return { suspend: { kind: 'person', detail: { question } } }
  },
})

/** Waits for a time. */
const pause = defineStep('pause', {
  schema: z.object({ seconds: z.number() }),
  effects: true,
  async execute({ seconds }, { ctx, answer }: StepScope) {
    if (!answer) return { suspend: { kind: 'timer', wakes_at: new Date(ctx.now().getTime() + seconds * 1000) } }
    return { output: null }
  },
})

/** Calls another flow, as a workflow calls one. */
const call = defineStep('call', {
  schema: z.object({ flow: Flow, start: z.string() }),
  effects: true,
  async execute({ flow, start }, scope: StepScope) {
    const walked = await scope.execution({ key: 'called', flow, starting_step_id: start, input: scope.input })
    return walked === 'suspended' ? 'suspended' : { output: walked.outputs }
  },
})

export const waitingSteps: Feature = { name: 'waiting-steps', steps: [ask, pause, call] }

export const step = (type: string, fields: object): FlowStep => ({ type, name: type, ...fields })

/** Steps that lead from one to the next: `s0`, `s1` and so on. */
export const chain = (...steps: FlowStep[]) => ({
  flow: {
    steps: Object.fromEntries(
      steps.map((each, index) => [`s${index}`, index + 1 < steps.length ? { ...each, next: `s${index + 1}` } : each]),
    ),
  },
  starting_step_id: 's0',
})

const waitingChannel = defineChannel({
  name: 'waiting',
  audience: () => [],
  streams: false,
  searchable: true,
  titled: false,
  acceptsAttachments: false,
})

const runFlow = describeEndpoint('POST /api/private/waiting/{employee_id}', {
  summary: 'A message that a flow answers',
  params: z.object({ employee_id: z.uuid() }),
  body: z.object({ from: z.string(), flow: Flow, starting_step_id: z.string() }),
})

const answerStep = describeEndpoint('POST /api/private/waiting/{employee_id}/answer', {
  summary: 'What a step waits for',
  params: z.object({ employee_id: z.uuid() }),
  body: z.object({ run_id: z.uuid(), seq: z.number().int(), value: z.string() }),
})

/** A whole server with a surface on which flows answer, and wait. */
export const featuresWithWaiting: readonly Feature[] = [
  ...layers,
  ...surfaces,
  waitingSteps,
  {
    name: 'waiting',
    routes: [
      route(runFlow, {
        caller: 'teammate_key',
        serve: async (ctx, { body: { from, ...flow } }) => {
          const { run } = await sendMessage(ctx, {
            teammate: ctx.teammate,
            channel: waitingChannel,
            key: { channel: 'custom', channel_name: waitingChannel.name },
            to: { open: { contact_external_id: from, contact: {}, external_id: from } },
            opens_current: true,
            user_id: null,
            message: 'Hello',
            attachments: [],
            is_async: true,
            flow,
          })
          return { run_id: run.id }
        },
      }),
      route(answerStep, {
        caller: 'teammate_key',
        serve: async (ctx, { body }) => ({ is_answered: await resumeRun(ctx, body) }),
      }),
    ],
  },
]
