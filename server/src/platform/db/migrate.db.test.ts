import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '#platform/config.ts'
import { embeddedDirectory, startTestApp } from '#testing/app.ts'
import { postgresUrl, spawnServer } from '#testing/servers/server-process.ts'
import { scratchDirectory } from '#testing/suite/scratch.ts'
import { migrateDatabase } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const tables = `select count(*)::int as count from information_schema.tables where table_schema = 'public'`

test('migrating a database twice changes nothing the second time', async () => {
  const database = await openDatabase(loadConfig({ DATA_DIR: embeddedDirectory('migrated') }))
  onTestFinished(() => database.close())
  await migrateDatabase(database)
  const first = (await database.pool.query(tables)).rows
  await migrateDatabase(database)
  expect((await database.pool.query(tables)).rows).toEqual(first)
  expect(first[0].count).toBeGreaterThan(10)
})

test('a database whose migrations began differently is refused in a sentence, and is left as it was', async () => {
  const database = await openDatabase(loadConfig({ DATA_DIR: embeddedDirectory('migrated') }))
  onTestFinished(() => database.close())
  await migrateDatabase(database)
  await database.pool.query(`update drizzle.__drizzle_migrations set hash = 'another'`)
  const read = async () => (await database.pool.query('select * from drizzle.__drizzle_migrations order by id')).rows
  const before = await read()
  await expect(migrateDatabase(database)).rejects.toThrow(
    'This database is from an unreleased version and cannot be upgraded; use an empty one',
  )
  expect(await read()).toEqual(before)
})

test('a database of a newer version is refused in a sentence, because older code would write it as it used to be', async () => {
  const DATA_DIR = embeddedDirectory('migrated')
  const database = await openDatabase(loadConfig({ DATA_DIR }))
  await migrateDatabase(database)
  await database.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  )
  await database.close()
  expect(await spawnServer({ DATA_DIR }).ended).toEqual({
    code: 1,
    stderr: 'This database was upgraded by a newer version of Alongside; run that one, or restore a backup\n',
  })
})

const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

const migrateAlone = `
  import { loadConfig } from ${moduleAt('../config.ts')}
  import { migrateDatabase } from ${moduleAt('./migrate.ts')}
  import { openDatabase } from ${moduleAt('./open-database.ts')}
  const database = await openDatabase(loadConfig({ DATA_DIR: import.meta.dirname }))
  for (const zone of ['Europe/London', 'America/Sao_Paulo']) {
    process.env.TZ = zone
    await migrateDatabase(database).then(() => console.log('migrated'), ({ message }) => console.log(message))
  }
  const { rows } = await database.pool.query(${JSON.stringify(tables)})
  console.log('tables:', rows[0].count)
  await database.close()`

test('nothing is migrated where the time zone is another than UTC, whatever the season', async () => {
  const script = join(scratchDirectory(), 'migrate.mjs')
  writeFileSync(script, migrateAlone)
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { TZ: 'UTC' } })
  expect(stdout.trim().split('\n')).toEqual([
    'The time zone must be UTC, set TZ=UTC; it is Europe/London',
    'The time zone must be UTC, set TZ=UTC; it is America/Sao_Paulo',
    'tables: 0',
  ])
})

test.runIf(postgresUrl)('processes that start at once on an empty database all get to work', async () => {
  const app = await startTestApp({ parts: ['web'] })
  const { DATABASE_URL = '' } = app.config
  await app.close()
  const database = await openDatabase(app.config)
  onTestFinished(() => database.close())
  await database.pool.query('drop schema public cascade')
  await database.pool.query('drop schema if exists jobs cascade')
  await database.pool.query('drop schema if exists drizzle cascade')
  await database.pool.query('create schema public')
  const env = () => ({ DATABASE_URL, DATA_DIR: mkdtempSync(`${app.config.DATA_DIR}/`) })
  const servers = [spawnServer(env()), spawnServer(env()), spawnServer(env())]
  for (const server of servers) expect(await server.address).toMatch(/^http/)
  for (const server of servers) expect(await server.kill('SIGTERM')).toEqual({ code: 0, stderr: '' })
  expect(servers.flatMap(({ complaints }) => complaints)).toEqual([])
})
