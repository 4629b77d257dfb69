import { expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import { startPlanApp } from '#testing/models/plan.ts'

const { app, auth, place, poll, connected } = await startPlanApp()

const eventsOf = (name: string, { id }: { id: string }) =>
  app.events.find(name, ({ payload }) => payload.organization_id === id)
const auditOf = async ({ client, organization }: Awaited<ReturnType<typeof place>>) => {
  const { body } = await client.get(`/api/organizations/${organization.id}/audit-log`)
  const entries: AuditEntry[] = body.data
  return entries.filter(({ action }) => action.startsWith('ai_provider'))
}

test('a disconnected plan is forgotten here and revoked at the vendor, and that is kept in the log', async () => {
  const here = await connected()
  const { refresh_token } = here.family
  const { status, body } = await here.revoke()
  expect(status).toBe(200)
  expect(body).toMatchObject({ provider: 'vendor_6', is_connected: false, account: null, lost_at: null })
  expect(auth.revoked).toContain(refresh_token)
  const events = eventsOf('organization_ai_provider.updated', here.organization)
  expect(events.map(({ payload }) => payload.is_connected)).toEqual([true, false])
  const acts = () => auditOf(here).then((entries) => entries.map(({ action, actor }) => [action, actor.user_id]))
  const recorded = [
    ['ai_provider.disconnected', here.admin.id],
    ['ai_provider.connected', here.admin.id],
  ]
  expect(await acts()).toEqual(recorded)
  // Again is harmless.
  expect((await here.revoke()).status).toBe(200)
  expect(await acts()).toEqual(recorded)
})

test('a vendor that cannot be reached keeps nobody from disconnecting', async () => {
  const here = await connected()
  auth.fail('/oauth/revoke', 503)
  expect((await here.revoke()).body).toMatchObject({ is_connected: false })
  expect(await here.plan()).toMatchObject({ is_connected: false })
})

test('disconnecting cancels what is pending; signing in again replaces the plan', async () => {
  const here = await connected()
  const { body } = await here.start()
  auth.agree(body.user_code, { email: 'second@customer.test' })
  await poll()
  expect(await here.plan()).toMatchObject({ is_connected: true, account: 'second@customer.test' })
  await here.start()
  await here.revoke()
  expect((await here.current()).body.status).toBe('cancelled')
})
