import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropDatabases, makeTemplates } from './database-template.ts'

/** Removes what this run's servers left in the temporary directory and on the test server; other runs keep theirs. */
export default async function setup() {
  const run = randomBytes(4).toString('hex')
  process.env.ALONGSIDE_TEST_RUN = run
  await makeTemplates()
  return async () => {
    for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(`alongside-test-${run}`))) {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    }
    if (process.env.DATABASE_URL) await dropDatabases(process.env.DATABASE_URL)
  }
}
