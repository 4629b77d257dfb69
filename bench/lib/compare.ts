import { type Measured, median } from './load.ts'

/** Measures both in turn, so that a machine whose speed drifts does so under both; prints medians and their ratio. */
export async function compare(
  label: string,
  rounds: number,
  ours: () => Promise<Measured>,
  floor: () => Promise<Measured>,
  /** What is measured beside ours. */
  other = 'floor',
): Promise<{ ratio: number; p99_ratio: number; p50_ratio: number }> {
  // The compiler of the runtime needs a while to know what is hot.
  await floor()
  await ours()
  const own: Measured[] = []
  const bare: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    bare.push(await floor())
    own.push(await ours())
  }
  const of = (list: Measured[], pick: (one: Measured) => number) => median(list.map(pick))
  const server = (m: Measured) => m.server_ms ?? 0
  const database = (m: Measured) => m.database_ms ?? 0
  const both = (m: Measured) => server(m) + database(m)
  const costs = (list: Measured[]) =>
    `  processor ${of(list, both).toFixed(2)} ms (server ${of(list, server).toFixed(2)}, database ${of(list, database).toFixed(2)})`
  const hasCosts = own.some((m) => m.server_ms !== undefined)
  const line = (list: Measured[]) =>
    `${of(list, (m) => m.per_second).toFixed(0)}/s  p50 ${of(list, (m) => m.p50).toFixed(1)} ms  p99 ${of(list, (m) => m.p99).toFixed(1)} ms${hasCosts ? costs(list) : ''}`
  const result = {
    ratio: median(own.map((one, round) => one.per_second / (bare[round]?.per_second ?? Number.NaN))),
    p50_ratio: of(own, (m) => m.p50) / of(bare, (m) => m.p50),
    p99_ratio: of(own, (m) => m.p99) / of(bare, (m) => m.p99),
  }
  console.log(`${label}\n  ${other.padEnd(9)}  ${line(bare)}\n  alongside  ${line(own)}`)
  const processor = hasCosts ? `  processor ×${(of(own, both) / of(bare, both)).toFixed(2)}` : ''
  console.log(
    `  ratio ${result.ratio.toFixed(2)}  p50 ×${result.p50_ratio.toFixed(2)}  p99 ×${result.p99_ratio.toFixed(2)}${processor}\n`,
  )
  return result
}
