import { compose } from '#app/compose.ts'
import { layers, surfaces } from '#app/features.ts'
import { describeEndpoint } from '#contracts/endpoint.ts'
import { Flow } from '#contracts/flows.ts'
import { aiModels } from '#features/catalog/table.ts'
import { vendorCredentials } from '#features/models/table.ts'
import { createOrganization } from '#features/organizations/create-organization.ts'
import { memberships } from '#features/organizations/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { startSession } from '#features/users/start-session.ts'
import { users } from '#features/users/table.ts'
import { createWorkflow } from '#features/workflows/create-workflow.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { loadConfig } from '#platform/config.ts'
import type { Feature } from '#platform/feature.ts'
import { createLog } from '#platform/log.ts'
import { route } from '#platform/route.ts'
import { scratchDirectory } from '../lib/scratch.ts'
import { worstFlows } from '../lib/worst-flows.ts'
import { connectorCalls } from './connector-calls.ts'
import { reportMemory } from './report-memory.ts'

/** What the server has asked its database since the last time it was asked here. */
let recorded: { name: string; text: string; values: unknown[] }[] = []

/** What only a bench asks. */
const benchFeature: Feature = {
  name: 'bench',
  routes: [
    connectorCalls,
    route(describeEndpoint('GET /bench/queries', { summary: 'What was asked of the database' }), {
      caller: 'anyone',
      serve: async () => {
        const queries = recorded
        recorded = []
        return queries
      },
    }),
  ],
}

/** Where the chat platforms are, in benches that have doubles of them. */
const platforms = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(MSGR|WCHAT|TCHAT|GRAPH)_/.test(name)),
)

const config = loadConfig({
  NODE_ENV: 'production',
  TZ: 'UTC',
  BASE_URL: 'http://127.0.0.1',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
  DATA_DIR: scratchDirectory(),
  DATABASE_URL: process.env.BENCH_DATABASE_URL,
  DATABASE_POOL: process.env.DATABASE_POOL,
  ENCRYPTION_KEY: '0'.repeat(64),
  SESSION_SECRET: '0'.repeat(64),
  OUTBOUND_ALLOW: '127.0.0.1',
  // Visitors of a bench come from addresses of their own.
  TRUST_PROXY: '127.0.0.1',
  UPLOADS_PER_ORGANIZATION: process.env.UPLOADS_PER_ORGANIZATION,
  CHAT_MAX_ATTACHMENTS: process.env.CHAT_MAX_ATTACHMENTS,
  CHAT_MAX_TOTAL_ATTACHMENT_SIZE_MB: process.env.CHAT_MAX_TOTAL_ATTACHMENT_SIZE_MB,
  // No program asks as often as a bench.
  MCP_TOKEN_RATE: '100000000',
  PUBLIC_TRIGGER_RATE: process.env.BENCH_PUBLIC_RATE,
  PUBLIC_TRIGGER_ORGANIZATION_RATE: process.env.BENCH_PUBLIC_RATE,
  PUBLIC_TRIGGER_ADDRESS_RATE: process.env.BENCH_PUBLIC_RATE,
  WEBCHAT_ORGANIZATION_RATE: process.env.BENCH_PUBLIC_RATE,
  ...platforms,
  SIGN_IN_ALLOW_HTTP: 'true',
  // The baselines ask their model once an answer.
  GENERATE_TITLES: 'false',
})
const log = createLog({ level: config.LOG_LEVEL, pretty: false })
const app = await compose({ config, log, features: [...layers, ...surfaces, benchFeature] })
const url = await app.listen(0)

const { ctx } = app
const pool = ctx.db.$client
const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
pool.query = ((...args: unknown[]) => {
  const [first, values] = args as [{ name?: string; text: string; values?: unknown[] }, unknown[] | undefined]
  if (recorded.length < 100 && first?.text) {
    const name = first.name ?? `recorded ${first.text.length}`
    recorded.push({ name, text: first.text, values: values ?? first.values ?? [] })
  }
  return query(...args)
}) as typeof pool.query
const [user] = await ctx.db.insert(users).values({ name: 'Somebody', email: 'somebody@bench.test' }).returning()
if (!user) throw new Error('The user was not written')
const organization = await createOrganization(ctx, { name: 'Bench', owner_id: user.id })
const organization_id = organization.id
await ctx.db
  .insert(vendorCredentials)
  .values({ organization_id, provider: 'custom', base_url: process.env.BENCH_MODEL_URL ?? null })
const [model] = await ctx.db.insert(aiModels).values({ provider: 'custom', model: 'demo', name: 'Demo' }).returning()
const [teammate] = await ctx.db
  .insert(aiEmployees)
  .values(Array.from({ length: 20 }, (_, n) => ({ organization_id, name: `Teammate ${n}`, model: model?.id ?? null })))
  .returning()
const { cookie, ws_token } = await startSession(ctx, user.id)
const workflow_ids: string[] = []
for (const { name, flow, starting_step_id } of worstFlows) {
  const read = Flow.parse(flow)
  workflow_ids.push(
    (await createWorkflow(extendContext(ctx, { organization }), { name, flow: read, starting_step_id })).id,
  )
}

/** Further people of the organization, each with a session, for as many sockets. */
const people = []
for (let n = 0; n < Number(process.env.BENCH_PEOPLE ?? 0); n++) {
  const [person] = await ctx.db
    .insert(users)
    .values({ name: `Person ${n}`, email: `p${n}@bench.test` })
    .returning()
  if (!person) continue
  await ctx.db.insert(memberships).values({ organization_id, user_id: person.id, role: 'admin' })
  const session = await startSession(ctx, person.id)
  people.push({ cookie: `sessionId=${session.cookie}`, ws_token: session.ws_token })
}
/** Further organizations of the first person. */
const organization_ids: string[] = []
for (let n = 0; n < Number(process.env.BENCH_ORGANIZATIONS ?? 0); n++)
  organization_ids.push((await createOrganization(ctx, { name: `Organization ${n}`, owner_id: user.id })).id)
const neighbor = await createOrganization(ctx, { name: 'Neighbor', owner_id: user.id })
await ctx.db
  .insert(vendorCredentials)
  .values({ organization_id: neighbor.id, provider: 'custom', base_url: process.env.BENCH_MODEL_URL ?? null })
const [neighborTeammate] = await ctx.db
  .insert(aiEmployees)
  .values({ organization_id: neighbor.id, name: 'Teammate', model: model?.id ?? null })
  .returning()
reportMemory()

const key = ctx.ports.cipher.decrypt(organization.private_api_key_sealed)
process.stdout.write(
  `${JSON.stringify({
    url,
    key,
    organization_id,
    employee_id: teammate?.id,
    workflow_ids,
    cookie: `sessionId=${cookie}`,
    ws_token,
    people,
    organization_ids,
    neighbor: {
      key: ctx.ports.cipher.decrypt(neighbor.private_api_key_sealed),
      employee_id: neighborTeammate?.id,
    },
  })}\n`,
)
process.on('SIGTERM', () => app.close().finally(() => process.exit(0)))
