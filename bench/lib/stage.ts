import { type Child, startChild } from './children.ts'
import { freshDatabase } from './database.ts'

export type Alongside = {
  url: string
  key: string
  organization_id: string
  employee_id: string
  /** Of the worst flows, in their order. */
  workflow_ids: string[]
  cookie: string
  ws_token: string
  people: { cookie: string; ws_token: string }[]
  /** Of further organizations. */
  organization_ids: string[]
  /** A second organization, which must not notice what the first one does. */
  neighbor: { key: string; employee_id: string }
}

const DEMO = 'server/src/features/models/demo-model/main.ts'

/** A local model that answers at once, the bare floor and Alongside, each a process of its own, on one database. */
type Query = { name: string; text: string; values: unknown[] }
type Options = {
  people?: number
  organizations?: number
  model?: string
  modelArgs?: string[]
  nodeOptions?: string
  hasPublicRates?: boolean
  /** Settings of the server. */
  settings?: Record<string, string>
}

export async function openStage({
  people = 0,
  organizations = 0,
  model: file = DEMO,
  modelArgs = ['--port', '0'],
  nodeOptions = '',
  settings = {},
  hasPublicRates = false,
}: Options = {}) {
  const database = await freshDatabase()
  const model = await startChild<string>(file, {}, modelArgs)
  const env = {
    ...settings,
    BENCH_DATABASE_URL: database.url,
    BENCH_MODEL_URL: model.ready.trim(),
    BENCH_PEOPLE: String(people),
    BENCH_ORGANIZATIONS: String(organizations),
    NODE_OPTIONS: nodeOptions,
    // No public door sees as much as in a bench.
    ...(!hasPublicRates && { BENCH_PUBLIC_RATE: '100000000' }),
  }
  const alongside: Child<Alongside> = await startChild('bench/servers/alongside.ts', env)
  const bare: Child<{ url: string }> = await startChild('bench/servers/bare.ts', env)
  return {
    alongside,
    bare,
    database_url: database.url,
    model_url: model.ready.trim(),
    /** What Alongside asks its database while this is done. */
    async recordQueries(work: () => Promise<void>): Promise<Query[]> {
      const read = async () => (await (await fetch(`${alongside.ready.url}/bench/queries`)).json()) as Query[]
      await read()
      await work()
      return read()
    },
    /** Has the bare server ask the same at `/rows`. */
    async bareQueries(queries: Query[]): Promise<void> {
      const headers = { 'content-type': 'application/json' }
      await fetch(`${bare.ready.url}/queries`, { method: 'POST', headers, body: JSON.stringify(queries) })
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([alongside.stop(), bare.stop(), model.stop()])
      await database[Symbol.asyncDispose]()
    },
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>
