/** Runs of one power of two, between the shortest and the longest of them. */
export type Bucket = { power: number; runs: number; least_ms: number; most_ms: number }

/**
 * The duration within which at least this share of the runs has ended, as if those of a bucket were spread evenly; null
 * without runs. It is that of a run, never between two: “95 % within” must hold for few runs too.
 */
export function quantile(buckets: readonly Bucket[], share: number): number | null {
  const runs = buckets.reduce((sum, bucket) => sum + bucket.runs, 0)
  let rank = Math.max(0, Math.ceil(share * runs) - 1)
  for (const { runs, least_ms, most_ms } of buckets.toSorted((a, b) => a.power - b.power)) {
    if (rank < runs) return Math.round(least_ms + (runs === 1 ? 0 : (rank / (runs - 1)) * (most_ms - least_ms)))
    rank -= runs
  }
  return null
}
