import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dropDatabases, makeTemplates } from './database-template.ts'
import { claimScratch, scratchRoot } from './scratch.ts'

/** Removes what this run's servers left in its directory and on the test server; other runs keep theirs. */
export default async function setup() {
  process.env.ALONGSIDE_TEST_RUN = randomBytes(4).toString('hex')
  claimScratch()
  await makeTemplates()
  return async () => {
    rmSync(scratchRoot(), { recursive: true, force: true })
    if (process.env.DATABASE_URL) await dropDatabases(process.env.DATABASE_URL)
  }
}
