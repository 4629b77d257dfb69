import pg from 'pg'

type Race = {
  database_url: string
  /** Queries that must find nothing, by the name of what is left where they do. */
  left: Record<string, string>
  /** What the race itself found, and what the servers logged as errors. */
  faults: string[]
  complaints: readonly string[]
  begun: number
  seed: number
}

/** Looks at what a race has left in the database, and says how it ended; the exit code tells whether anything is wrong. */
export async function reportRace({ database_url, left, faults, complaints, begun, seed }: Race): Promise<void> {
  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  for (const [what, text] of Object.entries(left)) {
    const { rows } = await client.query(text)
    if (rows.length > 0) faults.push(`${rows.length} ${what} are left: ${rows.slice(0, 3).map(({ id }) => id)}`)
  }
  const { rows: ends } = await client.query('select status, count(*)::int as runs from runs group by 1 order by 1')
  await client.end()

  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(`${seconds} s; ${ends.map(({ status, runs }) => `${runs} runs ${status}`).join(', ')}`)
  for (const complaint of complaints) faults.push(`logged: ${complaint}`)
  for (const fault of faults.slice(0, 50)) console.log(`FAULT: ${fault}`)
  console.log(faults.length === 0 ? 'nothing is wrong' : `${faults.length} faults with seed ${seed}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
