import { cpSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { scratchRoot, testRun } from '../suite/scratch.ts'

/**
 * What a server of this run begins with a copy of: the tables alone, as after a migration, what the first start of a
 * server with the settings of the tests made beside them (its queues of jobs, its vectors), or what the first start of the
 * program leaves for end-to-end tests.
 */
export type Template = 'migrated' | 'prepared' | 'first_start'

/** Connections of one server: three workers with up to five servers each share the hundred that PostgreSQL allows by itself. */
export const POOL = '6'

export const templateName = (template: Template) => `alongside_test_${testRun()}_${template}`
export const templateDirectory = (template: Template) => join(scratchRoot(), template)

/** Gives a directory for data its own copy of the embedded database, and none of the keys that lie beside it. */
export function copyEmbedded(template: Template, dataDir: string): void {
  if (process.env.ALONGSIDE_TEST_RUN) copyDatabase(templateDirectory(template), dataDir)
}

export const copyDatabase = (from: string, to: string) =>
  cpSync(join(from, 'pglite'), join(to, 'pglite'), { recursive: true })

/** A database of this name on the PostgreSQL of this run; returns its address. */
export async function createDatabase(template: Template, server: string, name: string): Promise<string> {
  const from = process.env.ALONGSIDE_TEST_RUN ? ` template ${templateName(template)}` : ''
  await runOn(server, `create database ${name}${from}`)
  return withName(server, name)
}

export async function dropDatabases(server: string): Promise<void> {
  const names = await runOn<{ datname: string }>(
    server,
    `select datname from pg_database where datname like 'alongside_test_${testRun()}_%'`,
  )
  for (const { datname } of names) await runOn(server, `drop database if exists ${datname} with (force)`)
}

export async function runOn<Row extends pg.QueryResultRow>(server: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

export function withName(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}
