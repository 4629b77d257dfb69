import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startTestApp, testApp } from '#testing/app.ts'

test('without a token there are no metrics', async () => {
  expect((await (await testApp()).anyone.get('/metrics')).status).toBe(404)
})

test('metrics are for anyone who has the token, count by route and not by address, and traces reach the collector', async () => {
  const received: string[] = []
  const collector = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => response.end())
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const { port } = collector.address() as AddressInfo
  const token = 'a-token-of-some-length'
  const app = await startTestApp({
    env: { METRICS_TOKEN: token, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
  })
  const { organization, member } = await app.given.organization()
  await (await app.as(member)).get(`/api/organizations/${organization.id}/employees`)

  expect((await app.anyone.get('/metrics')).status).toBe(401)
  const { status, body } = await app.anyone.get('/metrics', { authorization: `Bearer ${token}` })
  expect(status).toBe(200)
  expect(body).toContain('route="/api/organizations/:organization_id/employees"')
  expect(body).toContain('runs_live 0')
  expect(body).not.toContain(organization.id)

  await app.close()
  expect(received).toContain('POST /v1/traces')
  collector.close()
})
