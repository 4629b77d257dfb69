import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startOpenIdProvider } from '#testing/doubles/openid/provider.ts'

/** An OpenID Connect provider in a process of its own, which tells at another address how long it has worked. */
const provider = await startOpenIdProvider({ app_url: process.env.BENCH_APP_URL ?? '' })
const account = { email: 'person@bench.test', email_verified: true, name: 'A Person' }
const sub = provider.account(account)

const clock = createServer((_request, response) => void response.end(String(provider.handledMs())))
clock.listen(0, '127.0.0.1', () => {
  const { issuer, client_id, client_secret } = provider
  const clock_url = `http://127.0.0.1:${(clock.address() as AddressInfo).port}`
  process.stdout.write(`${JSON.stringify({ issuer, client_id, client_secret, sub, clock_url })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
