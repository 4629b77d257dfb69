import { expect, test } from 'vitest'
import type { StepLog } from '#contracts/logged-runs.ts'
import { ownSteps, stepStates } from './step-states.ts'

const step = (seq: number, cursor: string, step_id: string, status: StepLog['status'] = 'completed'): StepLog => ({
  seq,
  cursor,
  step_id,
  type: 'message',
  name: step_id,
  status,
  started_at: '2030-01-01T00:00:00.000Z',
  finished_at: null,
  duration_ms: status === 'in_progress' ? null : 5,
  fallback_used: false,
  is_taken_over: false,
  last_error: null,
  model: null,
  input_data: null,
  output: null,
  additional_data: null,
  input_tokens: null,
  output_tokens: null,
  usd_cost: null,
  content_payload: null,
})
const flow = {
  steps: {
    each: { type: 'for_each', name: 'Each', start: 'say', next: 'call' },
    say: { type: 'message', name: 'Say' },
    call: { type: 'workflow', name: 'Call', next: 'off' },
    off: { type: 'message', name: 'Off', disabled: true, next: 'late' },
    late: { type: 'message', name: 'Late' },
  },
}
const steps = [
  step(1, '', 'each'),
  step(2, 'each.1/0/', 'say'),
  step(3, 'each.1.2/1/', 'say', 'failed'),
  step(4, '', 'call', 'in_progress'),
  // The called workflow has a step of the same name, and a loop under a name that is one here too.
  step(5, 'call.4/flow/', 'say'),
  step(6, 'call.4/flow/each.5/0/', 'late'),
]

test('a step is as it went last, and steps of a called workflow are none of its own', () => {
  const states = stepStates({ status: 'running', flow, steps }, 'each')
  expect(Array.from(states, ([id, { status, times }]) => [id, status, times])).toEqual([
    ['each', 'completed', 1],
    ['say', 'failed', 2],
    ['call', 'running', 1],
    ['off', 'skipped', 0],
    ['late', 'ahead', 0],
  ])
  expect(ownSteps({ status: 'running', flow, steps }).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(stepStates({ status: 'suspended', flow, steps }, 'each').get('call')?.status).toBe('waiting')
  expect(stepStates({ status: 'completed', flow, steps }, 'each').get('late')?.status).toBe('skipped')
  expect(stepStates({ status: 'running', flow, steps: [] }, 'each').get('each')?.status).toBe('running')
  expect(stepStates({ status: 'completed', flow: null, steps }, 'each').size).toBe(0)
})
