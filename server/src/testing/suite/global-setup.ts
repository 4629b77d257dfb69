import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { briefFlags } from '../../../../tools/node-flags.ts'
import { dropDatabases } from '../database/database-template.ts'
import { restoreTemplates, saveTemplates } from '../database/template-cache.ts'
import { claimScratch, scratchRoot } from './scratch.ts'

const makeTemplatesProgram = fileURLToPath(new URL('../database/make-templates.ts', import.meta.url))

function makeTemplatesOn(database_url: string): void {
  const env = { ...process.env, DATABASE_URL: database_url }
  execFileSync(process.execPath, [...briefFlags, makeTemplatesProgram], { stdio: 'inherit', env })
}

/** Removes what this run's servers left in its directory and on the test server; other runs keep theirs. */
export default function setup() {
  process.env.ALONGSIDE_TEST_RUN = randomBytes(4).toString('hex')
  claimScratch()
  // Some servers are on the embedded database in every run.
  if (!restoreTemplates()) {
    makeTemplatesOn('')
    saveTemplates()
  }
  if (process.env.DATABASE_URL) makeTemplatesOn(process.env.DATABASE_URL)
  return async () => {
    rmSync(scratchRoot(), { recursive: true, force: true })
    if (process.env.DATABASE_URL) await dropDatabases(process.env.DATABASE_URL)
  }
}
