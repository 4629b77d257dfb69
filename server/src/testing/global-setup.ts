import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** Removes what this run's servers left in the temporary directory and on the test server; other runs keep theirs. */
export default function setup() {
  const run = randomBytes(4).toString('hex')
  process.env.ALONGSIDE_TEST_RUN = run
  return async () => {
    for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(`alongside-test-${run}`))) {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    }
    const url = process.env.DATABASE_URL
    if (!url) return
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    const { rows } = await admin.query('select datname from pg_database where datname like $1', [
      `alongside_test_${run}_%`,
    ])
    for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
    await admin.end()
  }
}
