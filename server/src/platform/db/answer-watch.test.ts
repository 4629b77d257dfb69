import { expect, onTestFinished, test } from 'vitest'
import { postgresUrl } from '#testing/servers/server-process.ts'
import { startStallingRelay } from '#testing/servers/stalling-relay.ts'
import { createPool } from './pool.ts'

test.runIf(postgresUrl)('what the database works on may take longer than it may be silent', async () => {
  const pool = createPool({ connectionString: postgresUrl, max: 2 }, { timeoutMs: 200 })
  onTestFinished(() => pool.end())
  const { rows } = await pool.query('select pg_sleep(1.5), 1 as one')
  expect(rows).toMatchObject([{ one: 1 }])
})

test.runIf(postgresUrl)('nothing is ended where a pooler has no connection left to ask the database over', async () => {
  const url = new URL(postgresUrl ?? '')
  const relay = await startStallingRelay({ host: url.hostname, port: Number(url.port) })
  url.port = String(relay.port)
  const pool = createPool({ connectionString: url.href, max: 2 }, { timeoutMs: 200 })
  onTestFinished(async () => {
    await pool.end()
    await relay[Symbol.asyncDispose]()
  })
  await pool.query('select 1')
  relay.holdStatements()
  const { rows } = await pool.query('select pg_sleep(1.5), 1 as one')
  expect(rows).toMatchObject([{ one: 1 }])
})
