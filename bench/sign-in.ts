// What a sign-in costs when the browser comes back from the provider: everything between the callback and its answer, less
// the time that the provider works on what it is asked meanwhile. Goal: 20 ms.
import { compose } from '#app/compose.ts'
import { loadConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { createBrowser } from '#testing/doubles/openid/browser.ts'
import { startChild } from './lib/children.ts'
import { freshDatabase } from './lib/database.ts'
import { quantiles } from './lib/load.ts'
import { scratchDirectory } from './lib/scratch.ts'

type Provider = { issuer: string; client_id: string; client_secret: string; sub: string; clock_url: string }

const CALLBACKS = 300
const WARM_UP = 50
const APP_URL = 'http://alongside.test'

await using database = await freshDatabase()
const provider = await startChild<Provider>('bench/servers/openid.ts', { BENCH_APP_URL: APP_URL })
const { issuer, client_id, client_secret, sub, clock_url } = provider.ready
const config = loadConfig({
  NODE_ENV: 'test',
  DATABASE_URL: database.url,
  DATA_DIR: scratchDirectory(),
  PORT: '0',
  BASE_URL: APP_URL,
  TRUST_PROXY: '127.0.0.1',
  AUTH_SERVER_ISSUER: issuer,
  AUTH_SERVER_CLIENT_ID: client_id,
  AUTH_SERVER_CLIENT_SECRET: client_secret,
  AUTH_SERVER_PROVIDERS: JSON.stringify([{ id: 'company', label: 'Company' }]),
})
const app = await compose({ config, log: createLog({ level: 'error', pretty: false }), parts: ['web'] })
const base_url = await app.listen(0)

const providersMs = async () => Number(await (await fetch(clock_url)).text())

async function signIn(): Promise<{ total: number; theirs: number }> {
  const browser = createBrowser(base_url)
  const { headers } = await browser.get('/api/auth/auth-server/company')
  const arrived = await browser.pass(headers.get('location') ?? '', { as: sub })
  const before = await providersMs()
  const begun = performance.now()
  const answer = await browser.get(`/api/auth/auth-server/callback${arrived.search}`)
  const total = performance.now() - begun
  if (answer.body.success !== true) throw new Error(JSON.stringify(answer.body))
  return { total, theirs: (await providersMs()) - before }
}

const times: { total: number; theirs: number }[] = []
for (let n = 0; n < WARM_UP + CALLBACKS; n++) {
  const time = await signIn()
  if (n >= WARM_UP) times.push(time)
}
const line = (label: string, list: number[]) => {
  const { p50, p99 } = quantiles(list)
  console.log(`  ${label}  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`)
}
console.log(`a callback, ${CALLBACKS} one after the other`)
line(
  'in all        ',
  times.map(({ total }) => total),
)
line(
  'the provider  ',
  times.map(({ theirs }) => theirs),
)
line(
  'alongside     ',
  times.map(({ total, theirs }) => total - theirs),
)
await app.close()
await provider.stop()
