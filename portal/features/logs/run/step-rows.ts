import type { RunDetail, StepLog } from '#contracts/logged-runs.ts'
import { type SpeechPhase, speechPhases } from './speech-phases.ts'

export type ModelCall = NonNullable<NonNullable<StepLog['additional_data']>['steps']>[number]

type Measured = {
  /** In milliseconds since 1970; null where it is not known. */
  started: number | null
  duration_ms: number | null
  tokens: number | null
  usd_cost: number | null
}

/** A row of the tree: a step, one of its calls to a model, a phase of a spoken answer, or one of several walks inside it. */
export type StepRow = Measured & { key: string; depth: number } & (
    | { kind: 'step'; step: StepLog }
    | { kind: 'call'; step: StepLog; call: ModelCall; number: number }
    | { kind: 'walk'; name: string }
    | { kind: 'phase'; phase: SpeechPhase }
  )

/** Whether a row has data to be shown. */
export const isChoosable = (row: StepRow): row is Extract<StepRow, { step: StepLog }> =>
  row.kind === 'step' || row.kind === 'call'

type Node = { step: StepLog; walks: Map<string, Node[]> }

/** The steps of a run as they are inside each other, in the order in which they began. */
export function stepRows({ steps }: Pick<RunDetail, 'steps'>): StepRow[] {
  return rowsOf(treeOf(steps), 0)
}

/** The cursor of a step inside another names that one's number: `<step>.<seq>/<key>/`, and after a failed try how many failed. */
function treeOf(steps: StepLog[]): Node[] {
  const roots: Node[] = []
  const byPath = new Map<string, Node>()
  for (const step of steps.toSorted((a, b) => a.seq - b.seq)) {
    const node: Node = { step, walks: new Map() }
    const above = aboveOf(step.cursor, byPath)
    if (!above) roots.push(node)
    else above.node.walks.set(above.key, [...(above.node.walks.get(above.key) ?? []), node])
    byPath.set(`${step.cursor}${step.step_id}.${step.seq}`, node)
  }
  return roots
}

function aboveOf(cursor: string, byPath: Map<string, Node>): { node: Node; key: string } | null {
  // From the longest path down: what lies inside `loop.2/3/inner.5/0/` lies inside `loop.2/3/inner.5` first.
  for (let end = cursor.lastIndexOf('/', cursor.length - 2); end > 0; end = cursor.lastIndexOf('/', end - 1)) {
    const path = cursor.slice(0, end)
    const key = cursor.slice(end + 1, -1)
    const node = byPath.get(path)
    if (node) return { node, key }
    const [, before = '', failures = ''] = /^(.*)\.(\d+)$/.exec(path) ?? []
    const retried = byPath.get(before)
    if (retried) return { node: retried, key: `${key} (${Number(failures) + 1})` }
  }
  return null
}

function rowsOf(nodes: Node[], depth: number): StepRow[] {
  return nodes.flatMap(({ step, walks }) => {
    const calls = (step.additional_data?.steps ?? []).map((call, index) => callRow(step, call, index, depth + 1))
    const inside = [...walks].flatMap(([name, inner]): StepRow[] => {
      const isOneOfSeveral = walks.size > 1
      const rows = rowsOf(inner, depth + (isOneOfSeveral ? 2 : 1))
      const key = `${step.seq}/${name}`
      return isOneOfSeveral ? [{ kind: 'walk', key, depth: depth + 1, name, ...spanOf(inner) }, ...rows] : rows
    })
    const own = { tokens: tokensOf(step), usd_cost: step.usd_cost }
    const below = [...walks.values()].flat().map(totalOf)
    const row: StepRow = {
      kind: 'step',
      key: String(step.seq),
      depth,
      step,
      started: Date.parse(step.started_at),
      duration_ms: step.duration_ms,
      tokens: sum([own.tokens, ...below.map(({ tokens }) => tokens)]),
      usd_cost: sum([own.usd_cost, ...below.map(({ usd_cost }) => usd_cost)]),
    }
    return [row, ...calls, ...phaseRows(step, depth + 1), ...inside]
  })
}

const phaseRows = (step: StepLog, depth: number): StepRow[] =>
  speechPhases(step).map((timed) => ({
    kind: 'phase',
    key: `${step.seq}.${timed.phase}`,
    depth,
    tokens: null,
    usd_cost: null,
    ...timed,
  }))

function callRow(step: StepLog, call: ModelCall, index: number, depth: number): StepRow {
  const { input_tokens, output_tokens } = call
  return {
    kind: 'call',
    key: `${step.seq}.${index + 1}`,
    depth,
    step,
    call,
    number: index + 1,
    started: Date.parse(call.started_at),
    duration_ms: call.durationMs,
    tokens: input_tokens === undefined ? null : input_tokens + (output_tokens ?? 0),
    usd_cost: call.usd_cost ?? null,
  }
}

const tokensOf = ({ input_tokens, output_tokens }: StepLog): number | null =>
  input_tokens === null ? null : input_tokens + (output_tokens ?? 0)

function totalOf({ step, walks }: Node): { tokens: number | null; usd_cost: number | null } {
  const inside = [...walks.values()].flat().map(totalOf)
  return {
    tokens: sum([tokensOf(step), ...inside.map(({ tokens }) => tokens)]),
    usd_cost: sum([step.usd_cost, ...inside.map(({ usd_cost }) => usd_cost)]),
  }
}

function spanOf(nodes: Node[]): Measured {
  const starts = nodes.map(({ step }) => Date.parse(step.started_at))
  const ends = nodes.flatMap(({ step }) => (step.finished_at ? [Date.parse(step.finished_at)] : []))
  const started = Math.min(...starts)
  const totals = nodes.map(totalOf)
  return {
    started,
    duration_ms: ends.length === nodes.length ? Math.max(...ends) - started : null,
    tokens: sum(totals.map(({ tokens }) => tokens)),
    usd_cost: sum(totals.map(({ usd_cost }) => usd_cost)),
  }
}

function sum(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : null
}
