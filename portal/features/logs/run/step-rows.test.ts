import { expect, test } from 'vitest'
import type { StepLog } from '#contracts/logged-runs.ts'
import { stepRows } from './step-rows.ts'

const START = Date.parse('2026-03-01T12:00:00Z')

function step(seq: number, cursor: string, step_id: string, more: Partial<StepLog> = {}): StepLog {
  const started_at = new Date(START + seq * 1000).toISOString()
  return {
    seq,
    cursor,
    step_id,
    type: 'message',
    name: step_id,
    status: 'completed',
    started_at,
    finished_at: new Date(START + seq * 1000 + 500).toISOString(),
    duration_ms: 500,
    fallback_used: false,
    last_error: null,
    model: null,
    is_taken_over: false,
    input_data: null,
    output: null,
    additional_data: null,
    input_tokens: null,
    output_tokens: null,
    usd_cost: null,
    content_payload: null,
    ...more,
  }
}

const outline = (steps: StepLog[]) =>
  stepRows({ steps }).map((row) => `${'  '.repeat(row.depth)}${row.kind === 'walk' ? row.name : row.key}`)

test('steps are inside the step that walked them, and several walks of one step apart', () => {
  const steps = [
    step(1, '', 'first'),
    step(2, '', 'loop'),
    step(3, 'loop.2/0/', 'ask'),
    step(4, 'loop.2/1/', 'ask'),
    step(5, 'loop.2/1/ask.4/called/', 'inner'),
    step(6, '', 'last'),
  ]
  expect(outline(steps)).toEqual(['1', '2', '  0', '    3', '  1', '    4', '      5', '6'])
})

test('what a flow walks again in a circle is below its own round, and what is tried again apart', () => {
  const steps = [
    step(1, '', 'call'),
    step(2, 'call.1/called/', 'a'),
    step(3, '', 'call'),
    step(4, 'call.3/called/', 'a'),
    step(5, 'call.3.1/called/', 'a'),
  ]
  expect(outline(steps)).toEqual(['1', '  2', '3', '  called', '    4', '  called (2)', '    5'])
})

test('a step has its calls to models below it, and sums up what is spent inside', () => {
  const call = {
    started_at: new Date(START).toISOString(),
    durationMs: 40,
    model: 'm',
    provider: 'custom',
    active_tools: [],
    system: '',
    messages_from: 0,
    messages: [],
    is_compaction: false,
    input_tokens: 5,
    output_tokens: 2,
    usd_cost: 0.25,
  }
  const spent = { input_tokens: 5, output_tokens: 2, usd_cost: 0.25, additional_data: { steps: [call] } }
  const rows = stepRows({ steps: [step(1, '', 'outer'), step(2, 'outer.1/x/', 'agent', spent), step(3, '', 'end')] })
  expect(rows.map(({ key, tokens, usd_cost }) => [key, tokens, usd_cost])).toEqual([
    ['1', 7, 0.25],
    ['2', 7, 0.25],
    ['2.1', 7, 0.25],
    ['3', null, null],
  ])
})

test('steps whose surroundings were left out are at the top', () => {
  expect(outline([step(7, 'gone.2/0/', 'a')])).toEqual(['7'])
})

test('a spoken answer has a row for each of its phases, in the order of time, and none for what was not measured', () => {
  const output = {
    listened_ms: 2000,
    transcribing_ms: 300,
    waiting_ms: 900,
    thinking_ms: 700,
    synthesizing_ms: 200,
    first_audio_ms: 2100,
    heard_seconds: 4.5,
  }
  const phases = (measured: object) =>
    stepRows({ steps: [step(1, '', 'speech', { type: 'speech', output: measured })] })
      .slice(1)
      .map((row) => row.kind === 'phase' && [row.phase, (row.started ?? 0) - START - 1000, row.duration_ms])
  expect(phases(output)).toEqual([
    ['listening', 0, 2000],
    ['transcribing', 2000, 300],
    ['waiting', 2300, 900],
    ['thinking', 3200, 700],
    ['synthesizing', 3900, 200],
    ['speaking', 4100, 4500],
  ])
  const notMeasured = { listened_ms: null, transcribing_ms: null, waiting_ms: null, thinking_ms: null }
  expect(phases({ ...output, ...notMeasured, synthesizing_ms: null })).toEqual([['speaking', 2100, 4500]])
})
