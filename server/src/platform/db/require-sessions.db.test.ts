import { expect, test } from 'vitest'
import { startTransactionPooler } from '#testing/doubles/transaction-pooler.ts'
import { postgresUrl, spawnServer } from '#testing/servers/server-process.ts'

test.runIf(postgresUrl)(
  'a database behind a pooler of transactions is refused in a sentence before anything is written',
  async () => {
    await using pooler = await startTransactionPooler(postgresUrl ?? '')
    const { code, stderr } = await spawnServer({ DATABASE_URL: pooler.url }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^DATABASE_URL leads to a pooler [^\n]+ session mode[^\n]+\n$/)
  },
)
