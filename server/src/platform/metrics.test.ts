import { expect, test } from 'vitest'
import { startTestApp, testApp } from '#testing/app.ts'

test('without a token there are no metrics', async () => {
  expect((await (await testApp()).anyone.get('/metrics')).status).toBe(404)
})

test('metrics are for anyone who has the token, and count by route and not by address', async () => {
  const token = 'a-token-of-some-length'
  const app = await startTestApp({ env: { METRICS_TOKEN: token } })
  const { organization, member } = await app.given.organization()
  await (await app.as(member)).get(`/api/organizations/${organization.id}/employees`)

  expect((await app.anyone.get('/metrics')).status).toBe(401)
  const { status, body } = await app.anyone.get('/metrics', { authorization: `Bearer ${token}` })
  expect(status).toBe(200)
  expect(body).toContain('route="/api/organizations/:organization_id/employees"')
  expect(body).toContain('runs_live 0')
  expect(body).not.toContain(organization.id)
})
