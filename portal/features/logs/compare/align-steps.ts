import type { StepLog } from '#contracts/logged-runs.ts'

export type AlignedStep = {
  key: string
  name: string
  first: StepLog | null
  second: StepLog | null
  outputs: 'same' | 'different' | 'unknown' | 'only_first' | 'only_second'
}

/** The steps of two runs beside each other: the same step, in the same walk, the same time around. */
export function alignSteps(first: StepLog[], second: StepLog[]): AlignedStep[] {
  const others = keyed(second)
  const own = keyed(first)
  const both = [...own].map(([key, step]) => aligned(key, step, others.get(key) ?? null))
  const left = [...others].filter(([key]) => !own.has(key)).map(([key, step]) => aligned(key, null, step))
  return [...both, ...left]
}

function keyed(steps: StepLog[]): Map<string, StepLog> {
  const rounds = new Map<string, number>()
  return new Map(
    steps.map((step) => {
      // Numbers of steps differ where one of the runs went another way before.
      const path = `${step.cursor.replaceAll(/\.\d+(\.\d+)?\//g, '/')}${step.step_id}`
      const round = (rounds.get(path) ?? 0) + 1
      rounds.set(path, round)
      return [`${path}#${round}`, step]
    }),
  )
}

function aligned(key: string, first: StepLog | null, second: StepLog | null): AlignedStep {
  const name = first?.name ?? second?.name ?? ''
  return { key, name, first, second, outputs: outputsOf(first, second) }
}

function outputsOf(first: StepLog | null, second: StepLog | null): AlignedStep['outputs'] {
  if (!second) return 'only_first'
  if (!first) return 'only_second'
  // What is too large for the run, or no longer kept, is not here to be compared.
  if (first.content_payload || second.content_payload) return 'unknown'
  // A step that failed has no output, and is not like one that has ended without any.
  const isSame = first.status === second.status && JSON.stringify(first.output) === JSON.stringify(second.output)
  return isSame ? 'same' : 'different'
}
