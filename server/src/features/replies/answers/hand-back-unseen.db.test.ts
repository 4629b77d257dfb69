import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { conversations, messages } from '#features/conversations/table.ts'
import { accessLost } from '#features/organizations/jobs.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'
import { handBackUnseen } from './hand-back-unseen.ts'

const app = await testApp()

async function ready() {
  const given = await givenInbox(app)
  const member = await app.given.membership(given.organization, 'member')
  const group = await app.given.accessGroup(given.organization, { users: [member], teammates: [given.teammate] })
  const client = await app.as(member)
  /** A conversation that the member has taken over, and in which the customer may have written since. */
  const taken = async (conversation: string, { waits = false } = {}) => {
    const contact = { id: `customer of ${conversation}` }
    const id = await given.open(conversation, contact)
    expect((await client.post(given.at(id, '/assign'))).status).toBe(200)
    await client.post(given.at(id, '/messages'), { content: 'I am on it' })
    if (waits) await given.save('And?', { conversation: { id: conversation }, contact })
    return id
  }
  const show = async (id: string) => (await given.operator.get(given.at(id))).body
  return { ...given, member, group, client_of_member: client, taken, show }
}

const ways: Record<string, (given: Awaited<ReturnType<typeof ready>>) => Promise<unknown>> = {
  'leaves the organization': ({ client_of_member, base, member }) =>
    client_of_member.delete(`${base}/users/${member.id}`),
  'is removed from it': ({ operator, base, member }) => operator.delete(`${base}/users/${member.id}`),
  'loses the teammate with a group': ({ operator, base, group }) =>
    operator.delete(`${base}/access-groups/${group.id}`),
  'loses the teammate in a group': ({ operator, base, group }) =>
    operator.put(`${base}/access-groups/${group.id}`, { name: 'A group', employee_ids: [] }),
}

for (const [how, lose] of Object.entries(ways)) {
  test(`what someone has taken over who ${how} goes back: answered by the teammate, or waiting for another person`, async () => {
    await using given = await ready()
    const [answered, waiting] = [await given.taken('order-1'), await given.taken('order-2', { waits: true })]
    const { unanswered_since } = await given.show(waiting)
    expect(unanswered_since).toEqual(expect.any(String))
    expect(await lose(given)).toMatchObject({ status: 200 })
    await expect.poll(async () => (await given.show(answered)).assigned_user_id).toBeNull()
    await expect.poll(async () => (await given.show(waiting)).assigned_user_id).toBeNull()
    expect(await given.show(answered)).toMatchObject({ status: 'active', unanswered_since: null })
    expect(await given.show(waiting)).toMatchObject({ status: 'waiting_for_operator', unanswered_since })
    expect(await given.counts()).toEqual({ my: 0, human: 0, waiting: 0, escalated: 1, ai: 2 })

    const event = await app.events.next(
      'conversation.updated',
      ({ payload }) => payload.id === waiting && payload.status === 'waiting_for_operator',
    )
    expect(event.payload).toMatchObject({
      assigned_user_id: null,
      previous: { assigned_user_id: given.member.id, status: 'active' },
    })
    const { data } = (await given.operator.get(given.at(answered, '/messages'))).body
    expect(data[0]).toMatchObject({ role: 'system', system_event: { type: 'operator_left' } })
    given.vendor.reply({ text: 'Here I am again.' })
    const contact = { id: 'customer of order-1' }
    const { body } = await given.save('And now?', { conversation: { id: 'order-1' }, contact })
    expect(body.data.message).toBe('Here I am again.')
  })
}

test('what someone keeps the right to see stays with them', async () => {
  await using given = await ready()
  const id = await given.taken('order-1', { waits: true })
  const before = await given.show(id)
  const second = await app.given.accessGroup(given.organization, { users: [given.member], teammates: [given.teammate] })
  await given.operator.delete(`${given.base}/access-groups/${given.group.id}`)
  await handBackUnseen(app.ctx, { organization_id: given.organization.id, user_ids: [given.member.id] })
  expect(await given.show(id)).toEqual(before)
  await given.operator.delete(`${given.base}/access-groups/${second.id}`)
  await expect.poll(async () => (await given.show(id)).assigned_user_id).toBeNull()
})

test('hundreds of conversations go back, also where the work was cut short and is begun again', async () => {
  await using given = await ready()
  const first = await given.taken('order-1')
  const [row] = await app.ctx.db.select().from(conversations).where(eq(conversations.id, first))
  if (!row) throw new Error('There is no conversation')
  const { is_internal: _, ...like } = row
  const many = Array.from({ length: 250 }, (_, n) => ({
    ...like,
    id: newId(),
    external_id: `many-${n}`,
    unanswered_since: n % 2 === 0 ? new Date() : null,
  }))
  await app.ctx.db.insert(conversations).values(many)
  expect(await given.counts()).toMatchObject({ human: 251, waiting: 125, escalated: 0 })

  const lost = { organization_id: given.organization.id, user_ids: [given.member.id] }
  await given.operator.delete(`${given.base}/users/${given.member.id}`)
  // Beside the work that the removal has begun, as when its process was given up and another one took it.
  await Promise.all([handBackUnseen(app.ctx, lost), app.ctx.enqueue(accessLost, lost)])
  await expect.poll(() => given.counts()).toEqual({ my: 0, human: 0, waiting: 0, escalated: 125, ai: 251 })
  const notices = await app.ctx.db
    .select({ id: messages.conversation_id })
    .from(messages)
    .where(and(eq(messages.organization_id, given.organization.id), eq(messages.role, 'system')))
  // Joined once, by hand; left once each, no matter who did it.
  expect(notices).toHaveLength(1 + 251)
})
