import { quantiles } from '../lib/load.ts'

/** Work whose cost is measured at each size, from the smallest on. */
export type Case = {
  name: string
  work: (() => Promise<unknown>)[]
  /** What costs too much to be repeated as often. */
  rounds?: number
}

type Growth = { name: string; ms: number[]; exponent: number }

const ROUNDS = 25
const WARM = 3

/** What was measured elsewhere at each size. */
export function printGrowth(title: string, sizes: number[], rows: Record<string, number[]>): void {
  printHead(title, sizes, '')
  for (const [name, values] of Object.entries(rows)) printRow(name, values, steepest(sizes, values))
  console.log()
}

/** Measures one case after the other, its sizes in turns, so that a machine whose speed drifts does so under all of them. */
export async function measureGrowth(title: string, sizes: number[], cases: Case[]): Promise<Growth[]> {
  printHead(title, sizes, 'median ms at')
  const measured: Growth[] = []
  for (const { name, work, rounds = ROUNDS } of cases) {
    const ms = await mediansOf(work, rounds)
    const exponent = steepest(sizes, ms)
    measured.push({ name, ms, exponent })
    printRow(name, ms, exponent)
  }
  const worst = measured.toSorted((a, b) => b.exponent - a.exponent)[0]
  console.log(`  the largest exponent ${worst?.exponent.toFixed(2)} (${worst?.name}), goal 1\n`)
  return measured
}

const label = (text: string) => `  ${text}`.slice(0, 78).padEnd(80)
const cell = (text: string) => text.padStart(12)

const printHead = (title: string, sizes: number[], unit: string) =>
  console.log(
    `${title}\n${label(unit)}${sizes.map((size) => cell(size.toLocaleString('en'))).join('')}${cell('exponent')}`,
  )

const printRow = (name: string, values: number[], exponent: number) =>
  console.log(`${label(name)}${values.map((each) => cell(each.toFixed(2))).join('')}${cell(exponent.toFixed(2))}`)

async function mediansOf(work: Case['work'], rounds: number): Promise<number[]> {
  const times: number[][] = work.map(() => [])
  for (let round = -WARM; round < rounds; round++) {
    for (const [index, one] of work.entries()) {
      const from = performance.now()
      await one()
      if (round >= 0) times[index]?.push(performance.now() - from)
    }
  }
  return times.map((each) => quantiles(each).p50)
}

/** The slope between neighboring sizes in logarithms, where it is largest: over all sizes a constant part would hide it. */
function steepest(sizes: number[], ms: number[]): number {
  const slopes = sizes.slice(1).map((size, index) => {
    const [before = 1, smaller = 1, larger = 1] = [sizes[index], ms[index], ms[index + 1]]
    return Math.log(larger / smaller) / Math.log(size / before)
  })
  return Math.max(...slopes)
}
