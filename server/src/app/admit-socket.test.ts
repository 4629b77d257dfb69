import { once } from 'node:events'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { accessChanged } from '#features/users/events.ts'
import type { UserRow } from '#features/users/table.ts'
import { onEvent } from '#platform/reaction.ts'
import { startTestApp, type TestApp, testApp } from '#testing/app.ts'
import { layers } from './features.ts'

const app = await testApp()

/** The names of the teammates that reach this user's browser, in the order of their updates. */
async function listen({ base_url, given }: TestApp, user: UserRow): Promise<string[]> {
  const { ws_token } = await given.session(user)
  const socket = io(base_url, { path: '/realtime', auth: { token: ws_token }, transports: ['websocket'] })
  onTestFinished(() => void socket.close())
  const received: string[] = []
  socket.on('ai_employee.updated', ({ name }: { name: string }) => received.push(name))
  await once(socket as never, 'ready')
  return received
}

test('a browser receives events of the teammates that its user sees, and of no other', async () => {
  const { organization, owner, member } = await app.given.organization()
  const outsider = await app.given.organization()
  const granted = await app.given.teammate(organization)
  const other = await app.given.teammate(organization)
  await app.given.accessGroup(organization, { users: [member], teammates: [granted] })
  const employees = `/api/organizations/${organization.id}/employees`
  const asOwner = await app.as(owner)
  const asMember = await app.as(member)
  const { body: ally } = await asMember.get(`${employees}/ally`)
  const [ofOwner, ofMember, ofOutsider] = await Promise.all(
    [owner, member, outsider.owner].map((user) => listen(app, user)),
  )

  await asOwner.put(`${employees}/${other.id}`, { name: 'Other' })
  await asMember.put(`${employees}/${ally.id}`, { role: 'Butler' })
  await asOwner.put(`${employees}/${granted.id}`, { name: 'Granted' })
  await expect.poll(() => ofOwner?.length).toBe(2)
  await expect.poll(() => ofMember?.length).toBe(2)
  expect(ofOwner).toEqual(['Other', 'Granted'])
  expect(ofMember).toEqual(['Ally', 'Granted'])
  expect(ofOutsider).toEqual([])
})

test('an event names the people whose access changed, so that their sockets are admitted again', async () => {
  const touched: string[][] = []
  const listener = onEvent(accessChanged, async (_ctx, { user_ids }) => touched.push(user_ids.toSorted()))
  const own = await startTestApp({ features: [...layers, { name: 'listener', reactions: [listener] }] })
  onTestFinished(() => own.close())
  const { organization, owner, admin, member } = await own.given.organization()
  const teammate = await own.given.teammate(organization)
  const client = await own.as(owner)
  const root = `/api/organizations/${organization.id}`
  const both = [admin.id, member.id].toSorted()
  const last = async (change: Promise<{ status: number; body: { id: string } }>) => {
    const { status, body } = await change
    expect(status).toBe(200)
    return { id: body.id, touched: touched.splice(0) }
  }

  const created = await last(client.post(`${root}/access-groups`, { name: 'Support', user_ids: [member.id] }))
  expect(created.touched).toEqual([[member.id]])
  const group = `${root}/access-groups/${created.id}`
  expect((await last(client.put(group, { name: 'Help' }))).touched).toEqual([])
  expect((await last(client.put(group, { user_ids: both }))).touched).toEqual([[admin.id]])
  expect((await last(client.put(group, { employee_ids: [teammate.id] }))).touched).toEqual([both])
  expect((await last(client.delete(`${root}/employees/${teammate.id}`))).touched).toEqual([])
  const restored = await last(client.post(`${root}/employees/bulk-restore`, { ids: [teammate.id] }))
  expect(restored.touched).toEqual([both])
  expect((await last(client.put(group, { user_ids: [admin.id] }))).touched).toEqual([[member.id]])
  expect((await last(client.delete(group))).touched).toEqual([[admin.id]])
})
