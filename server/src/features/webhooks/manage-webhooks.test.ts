import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { newId } from '#platform/id.ts'
import { ownTestApp } from '#testing/app.ts'
import { webhooks as table } from './table.ts'

const app = await ownTestApp()

async function given() {
  const people = await app.given.organization()
  const [owner, admin, member] = [await app.as(people.owner), await app.as(people.admin), await app.as(people.member)]
  return {
    ...people,
    webhooks: `/api/organizations/${people.organization.id}/webhooks`,
    clients: { owner, admin, member },
  }
}

const crm = { url: 'https://crm.test/hook?key=concealed', event_types: ['message.created', 'conversation.created'] }

test('admins set up, show, change and delete webhooks; members and other organizations see none of them', async () => {
  const { webhooks, clients, organization } = await given()
  const { owner, admin, member } = clients
  const { status, body } = await admin.post(webhooks, crm)
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      url: crm.url,
      event_types: ['conversation.created', 'message.created'],
      is_enabled: true,
      description: '',
      last_delivery: null,
    }),
  ])
  const path = `${webhooks}/${body.id}`
  const { secret, ...shown } = body
  expect((await owner.get(path)).body).toEqual(shown)
  expect((await owner.get(webhooks)).body).toEqual({ data: [shown] })
  expect((await admin.put(path, { description: 'CRM', is_enabled: false })).body).toMatchObject({
    description: 'CRM',
    is_enabled: false,
    disabled_reason: null,
  })
  const outsider = (await given()).clients.owner
  const acts = (client: typeof admin) =>
    Promise.all([
      client.get(webhooks),
      client.post(webhooks, crm),
      client.get(path),
      client.put(path, { description: 'Mine' }),
      client.delete(path),
      client.post(`${path}/test`),
      client.get(`${path}/deliveries`),
    ])
  expect((await acts(member)).map((answer) => answer.status)).toEqual(Array(7).fill(403))
  expect((await acts(outsider)).map((answer) => answer.status)).toEqual(Array(7).fill(404))
  expect((await acts(app.anyone)).map((answer) => answer.status)).toEqual(Array(7).fill(401))
  const [row] = await app.ctx.db.select().from(table).where(eq(table.id, body.id))
  expect(row?.secret_sealed).not.toContain(secret)
  expect((await admin.delete(path)).body).toEqual({ success: true })
  expect((await admin.get(path)).status).toBe(404)
  const log = await owner.get(`/api/organizations/${organization.id}/audit-log`)
  const entries = log.body.data.filter(({ action }: { action: string }) => action.startsWith('webhook.'))
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'webhook.deleted',
    'webhook.updated',
    'webhook.created',
  ])
  expect(JSON.stringify(entries)).not.toMatch(/concealed|whsec/)
})

test('another organization’s webhook and delivery are like ones that are not there', async () => {
  const mine = await given()
  const theirs = await given()
  const { body } = await theirs.clients.admin.post(theirs.webhooks, crm)
  const { body: delivery } = await theirs.clients.admin.post(`${theirs.webhooks}/${body.id}/test`)
  const { body: own } = await mine.clients.admin.post(mine.webhooks, crm)
  const path = `${mine.webhooks}/${body.id}`
  const { admin } = mine.clients
  const answers = await Promise.all([
    admin.get(path),
    admin.put(path, { description: 'Mine' }),
    admin.delete(path),
    admin.post(`${path}/test`),
    admin.get(`${path}/deliveries`),
    admin.get(`${path}/deliveries/${delivery.id}`),
    admin.post(`${path}/deliveries/${delivery.id}/resend`),
    admin.get(`${mine.webhooks}/${own.id}/deliveries/${delivery.id}`),
    admin.post(`${mine.webhooks}/${own.id}/deliveries/${delivery.id}/resend`),
    admin.post(`${mine.webhooks}/${own.id}/deliveries/${newId()}/resend`),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(404))
})

test('what is no webhook is refused by the field', async () => {
  const { webhooks, clients } = await given()
  const refused = async (body: object) => {
    const answer = await clients.admin.post(webhooks, { ...crm, ...body })
    return [answer.status, answer.body.issues?.map(({ path }: { path: string }) => path)]
  }
  expect(await refused({ url: 'ftp://files.test' })).toEqual([400, ['url']])
  expect(await refused({ url: 'not an address' })).toEqual([400, ['url']])
  expect(await refused({ url: 'https://me:secret@crm.test' })).toEqual([400, ['url']])
  expect(await refused({ url: `https://crm.test/${'x'.repeat(2000)}` })).toEqual([400, ['url']])
  expect(await refused({ event_types: [] })).toEqual([400, ['event_types']])
  expect(await refused({ event_types: ['everything'] })).toEqual([400, ['event_types.0']])
  expect((await refused({ secret: 'mine' }))[0]).toBe(400)
})

test('an organization has twenty at most, also of those that are made eight at once', async () => {
  const { webhooks, clients } = await given()
  const make = () => Promise.all(Array.from({ length: 8 }, () => clients.admin.post(webhooks, crm)))
  const statuses = [...(await make()), ...(await make()), ...(await make())].map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect((await clients.admin.post(webhooks, crm)).body).toMatchObject({ code: 'TOO_MANY_WEBHOOKS' })
  const other = await given()
  expect((await other.clients.admin.post(other.webhooks, crm)).status).toBe(200)
})

test('nothing is sent by hand to a webhook that is disabled, nor in an organization that is inactive', async () => {
  const { webhooks, clients, organization } = await given()
  const { body } = await clients.admin.post(webhooks, { ...crm, is_enabled: false })
  expect((await clients.admin.post(`${webhooks}/${body.id}/test`)).body).toMatchObject({ code: 'WEBHOOK_DISABLED' })
  await clients.admin.put(`${webhooks}/${body.id}`, { is_enabled: true })
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, organization.id))
  expect((await clients.admin.post(`${webhooks}/${body.id}/test`)).body).toMatchObject({
    code: 'ORGANIZATION_INACTIVE',
  })
})

test('an address that is too long is read no further: its host alone could hold up everyone', async () => {
  const { webhooks, clients } = await given()
  const url = `https://joe:secret@crm.test/${'x'.repeat(2000)}`
  const { status, body } = await clients.admin.post(webhooks, { ...crm, url })
  expect([status, body.issues.length, body.issues[0].path]).toEqual([400, 1, 'url'])
  expect(body.issues[0].message).toMatch(/2000/)
})
