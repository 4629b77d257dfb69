import { quantiles } from './load.ts'

/** Prints two lists of times, in milliseconds, and the ratio of their medians. */
export function report(label: string, ours: number[], floor: number[]): void {
  const line = (times: number[]) => {
    const { p50, p99 } = quantiles(times)
    return `p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`
  }
  const ratio = quantiles(ours).p50 / quantiles(floor).p50
  console.log(`${label}\n  floor      ${line(floor)}\n  alongside  ${line(ours)}\n  ratio ${ratio.toFixed(2)}\n`)
}
