import type { Seeded } from './seed.ts'

type Steps = Record<string, { type: string; [field: string]: unknown }>

const workflowOf = (name: string, steps: Steps) => ({
  name,
  starting_step_id: Object.keys(steps)[0],
  flow: { steps: Object.fromEntries(Object.entries(steps).map(([id, step]) => [id, { name: id, ...step }])) },
})

const post = (url: string, more: object = {}) => ({ type: 'http_request', method: 'POST', url, ...more })

export const calledWorkflow = (url: string) =>
  workflowOf('Called', {
    post: post(`${url}/{{input.name}}/called`, { next: 'pause' }),
    pause: { type: 'wait', seconds: 0.05 },
  })

export const burstWorkflow = () => workflowOf('Burst', { end: { type: 'end', result: '{{input.events}}' } })

/** Every step type, with effects that the outside counts. */
export const everyStep = (url: string, { model, free, asking }: Seeded, workflow_id: string) =>
  workflowOf('Every step', {
    state: { type: 'set_state', values: { items: [1, 2, 3] }, next: 'post' },
    post: post(`${url}/{{input.name}}/post`, { next: 'if' }),
    if: {
      type: 'condition',
      cases: [{ rules: [{ left: '{{output.post.body.ok}}', operator: 'is_true' }], next: 'wait' }],
    },
    wait: { type: 'wait', seconds: 0.05, next: 'each' },
    each: { type: 'for_each', items: '{{state.items}}', start: 'item', concurrency: 2, next: 'code' },
    item: post(`${url}/{{input.name}}/item-{{input.index}}`),
    code: { type: 'run_code', code: 'return state.items.length', next: 'model' },
    model: { type: 'model', model, prompt: 'Well?', next: 'tool' },
    tool: {
      type: 'tool',
      employee_id: free,
      tool: 'http_request',
      input: { url: `${url}/{{input.name}}/tool` },
      next: 'agent',
    },
    agent: { type: 'agent', employee_id: asking, message: 'Please call for {{input.name}}', next: 'call' },
    call: { type: 'workflow', workflow_id, input: { name: '{{input.name}}' }, next: 'ask' },
    ask: { type: 'user_input', question: 'Well?', next: 'outside' },
    outside: {
      type: 'stargate',
      system: 'crm',
      method: 'POST',
      uri: '/{{input.name}}',
      expires_in_seconds: 600,
      next: 'say',
    },
    say: { type: 'message', text: 'Done', next: 'end' },
    end: { type: 'end', result: '{{input.name}} {{output.code}} {{output.ask}} {{output.outside.body}}' },
  })

/** What each run does outside, and whether a repetition has the same key. */
export const EFFECTS = ['post', 'item-0', 'item-1', 'item-2', 'called'] as const

export const resultOf = (name: string) => `${name} 3 yes ${name} was here`
