import type { FlowStep } from '#contracts/flows.ts'
import type { CreateWorkflow } from '#contracts/workflows.ts'
import type { workflowMessages } from './messages.ts'

export const TEMPLATES = ['empty', 'answer', 'approve', 'poll', 'loop', 'gateway'] as const
export type TemplateName = (typeof TEMPLATES)[number]

type StepWords = (typeof workflowMessages)['en']['templateSteps']
/** `employee_id` is the teammate of a template's steps; without one the workflow begins as a draft with a problem. */
type Given = { words: StepWords; employee_id: string }
type Template = Required<Pick<CreateWorkflow, 'flow' | 'starting_step_id'>>

/** Workflows to start from. Each runs as it is, or lists what is missing as problems. */
export const templates: Record<TemplateName, (given: Given) => Template> = {
  empty: ({ words }) => begun('say', { say: { type: 'message', name: words.say, text: words.hello } }),

  answer: ({ words, employee_id }) =>
    begun('answer', { answer: { type: 'agent', name: words.answer, employee_id, message: '{{input.message}}' } }),

  approve: ({ words }) =>
    begun('ask', {
      ask: { type: 'user_input', name: words.ask, question: words.question, kind: 'approval', next: 'decide' },
      decide: {
        type: 'condition',
        name: words.decide,
        cases: [{ rules: [{ left: '{{output.ask.approved}}', operator: 'is_true' }], next: 'approved' }],
        next: 'refused',
      },
      approved: { type: 'message', name: words.approved, text: words.approvedText },
      refused: { type: 'message', name: words.refused, text: words.refusedText },
    }),

  poll: ({ words }) =>
    begun('fetch', {
      fetch: { type: 'http_request', name: words.fetch, url: 'https://example.com/status', next: 'ready' },
      ready: {
        type: 'condition',
        name: words.ready,
        cases: [
          { rules: [{ left: '{{output.fetch.body.status}}', operator: 'equals', right: 'ready' }], next: 'done' },
        ],
        next: 'wait',
      },
      wait: { type: 'wait', name: words.wait, seconds: 60, next: 'fetch' },
      done: { type: 'message', name: words.done, text: words.doneText },
    }),

  loop: ({ words }) =>
    begun('each', {
      each: {
        type: 'for_each',
        name: words.each,
        items: '{{input.items}}',
        start: 'item',
        collect: true,
        next: 'end',
      },
      item: { type: 'message', name: words.item, text: words.itemText },
      end: { type: 'end', name: words.end, result: '{{output.each.results}}' },
    }),

  gateway: ({ words }) =>
    begun('request', {
      request: {
        type: 'stargate',
        name: words.request,
        system: 'erp',
        method: 'GET',
        uri: '/orders/{{input.order}}',
        next: 'tell',
        on_error: 'silent',
      },
      tell: { type: 'message', name: words.tell, text: '{{output.request}}' },
      silent: { type: 'message', name: words.noAnswer, text: words.noAnswerText },
    }),
}

const begun = (starting_step_id: string, steps: Record<string, FlowStep>): Template => ({
  starting_step_id,
  flow: { steps },
})
