import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { listedTeammate } from '#testing/listed-teammate.ts'

const app = await testApp()

test('events of a teammate go to those who may see it, under both names', async () => {
  const { organization, owner } = await app.given.organization()
  const client = await app.as(owner)
  const employees = `/api/organizations/${organization.id}/employees`
  const created = listedTeammate((await client.post(employees, { name: 'Nora' })).body)
  const path = `${employees}/${created.id}`
  const updated = listedTeammate((await client.put(path, { role: 'Support' })).body)
  await client.put(path, { role: 'Support' })
  await client.delete(path)
  const rooms = [`teammate:${created.id}`, `all-teammates:${organization.id}`]
  for (const kind of ['ai_employee', 'staff_employee']) {
    const eventsOf = (what: string) => app.events.find(`${kind}.${what}`, ({ payload }) => payload.id === created.id)
    expect(eventsOf('created')).toEqual([{ rooms, name: `${kind}.created`, payload: created }])
    expect(eventsOf('updated')).toEqual([{ rooms, name: `${kind}.updated`, payload: updated }])
    expect(eventsOf('deleted')).toMatchObject([{ rooms, payload: { id: created.id, deleted_at: expect.any(String) } }])
  }
})

test('events of a personal assistant go to its user alone', async () => {
  const { organization, member } = await app.given.organization()
  const client = await app.as(member)
  const employees = `/api/organizations/${organization.id}/employees`
  const { body: ally } = await client.get(`${employees}/ally`)
  await client.put(`${employees}/${ally.id}`, { role: 'Butler' })
  for (const name of ['ai_employee.created', 'ai_employee.updated', 'staff_employee.updated']) {
    const events = app.events.find(name, ({ payload }) => payload.id === ally.id)
    expect(events.map(({ rooms }) => rooms)).toEqual([[`member:${organization.id}:${member.id}`]])
  }
})

test('a refused change emits no event', async () => {
  const { organization, owner } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  const client = await app.as(owner)
  const path = `/api/organizations/${organization.id}/employees/${teammate.id}`
  expect((await client.put(path, { role: 'Support', voice: 'nobody' })).status).toBe(400)
  expect(app.events.find('ai_employee.updated', ({ payload }) => payload.id === teammate.id)).toEqual([])
})
