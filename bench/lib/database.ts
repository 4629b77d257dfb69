import { randomBytes } from 'node:crypto'
import pg from 'pg'

const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A database of its own on the PostgreSQL at hand, dropped at the end. */
export async function freshDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const name = `alongside_bench_${randomBytes(4).toString('hex')}`
  await onServer(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.toString(), [Symbol.asyncDispose]: () => onServer(`drop database if exists ${name} with (force)`) }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
