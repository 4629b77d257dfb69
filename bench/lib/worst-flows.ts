type Steps = Record<string, { type: string; [field: string]: unknown }>
/** A flow that costs little to send, and its input. */
export type WorstFlow = {
  name: string
  flow: { steps: Record<string, object> }
  starting_step_id: string
  input: Record<string, unknown>
}

const flowOf = (name: string, steps: Steps, input: Record<string, unknown> = {}): WorstFlow => ({
  name,
  flow: { steps: Object.fromEntries(Object.entries(steps).map(([id, step]) => [id, { name: id, ...step }])) },
  starting_step_id: Object.keys(steps)[0] ?? '',
  input,
})

const MANY = 100_000
const half = 'a'.repeat(200_000)

/** 2,500 rules of which none holds. */
const never = (rule: object) => ({
  type: 'condition',
  cases: Array.from({ length: 50 }, () => ({ match: 'any', rules: Array.from({ length: 50 }, () => rule) })),
})
const named = (prefix: string) => Array.from({ length: MANY }, (_, nth) => `{{${prefix}${nth}}}`).join('')
const circle = (first: { type: string; [field: string]: unknown }): Steps => ({
  first: { ...first, next: 'if' },
  if: { type: 'condition', cases: [{ rules: [{ left: '{{input.no}}', operator: 'is_true' }] }], next: 'first' },
})

export const worstFlows: WorstFlow[] = [
  flowOf('many variables that are not there', { a: { type: 'set_state', values: { x: named('V') } } }),
  flowOf('many steps that are not there', { a: { type: 'set_state', values: { x: named('output.s') } } }),
  flowOf(
    'large texts compared',
    { a: never({ left: '{{input.x}}', operator: 'contains', right: '{{input.y}}' }) },
    { x: 'a'.repeat(800_000), y: `${half}b${half}` },
  ),
  flowOf(
    'long numbers compared',
    { a: never({ left: '{{input.x}}', operator: 'greater', right: '{{input.x}}' }) },
    { x: '9'.repeat(1_000_000) },
  ),
  flowOf('a circle that writes much', circle({ type: 'set_state', values: { x: '{{input.x}}' } }), {
    x: 'so '.repeat(300_000),
  }),
  flowOf('a circle that compares much', circle(never({ left: '1', operator: 'equals', right: '2' }))),
  flowOf('code that returns many values', {
    a: { type: 'run_code', code: 'return Array.from({ length: 330000 }, () => [])' },
  }),
  flowOf('code that never ends', { a: { type: 'run_code', code: 'while (true) {}', timeout_seconds: 3 } }),
]
