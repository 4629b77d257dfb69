import { expect, onTestFinished, test } from 'vitest'
import { postgresUrl } from '#testing/servers/server-process.ts'
import { createPool } from './pool.ts'

test.runIf(postgresUrl)('what the database works on may take longer than it may be silent', async () => {
  const pool = createPool({ connectionString: postgresUrl, max: 2 }, { timeoutMs: 200 })
  onTestFinished(() => pool.end())
  const { rows } = await pool.query('select pg_sleep(1.5), 1 as one')
  expect(rows).toMatchObject([{ one: 1 }])
})
