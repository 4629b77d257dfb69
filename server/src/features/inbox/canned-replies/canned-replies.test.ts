import { expect, test } from 'vitest'
import type { CannedReply } from '#contracts/canned-replies.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'

const app = await testApp()

async function ready() {
  const given = await app.given.organization()
  const path = `/api/organizations/${given.organization.id}/canned-replies`
  const [admin, member] = [await app.as(given.admin), await app.as(given.member)]
  return {
    ...given,
    path,
    as: { admin, member },
    shortcuts: async (query = '') =>
      (await member.get(`${path}${query}`)).body.data.map(({ shortcut }: CannedReply) => shortcut),
  }
}

test('any member makes a canned reply and changes their own; admins change everyone’s', async () => {
  const { as, path, member, shortcuts } = await ready()
  const { status, body } = await as.member.post(path, {
    shortcut: ' /thanks',
    content: 'Thank you, {{contact.first_name}}!',
  })
  expect([status, body]).toEqual([200, expect.objectContaining({ shortcut: 'thanks', user_id: member.id })])
  const own = `${path}/${body.id}`
  expect((await as.member.patch(own, { content: 'Thanks!' })).body).toMatchObject({
    shortcut: 'thanks',
    content: 'Thanks!',
  })
  expect((await as.admin.patch(own, { shortcut: 'thx' })).body).toMatchObject({ shortcut: 'thx', content: 'Thanks!' })
  const others = (await as.admin.post(path, { shortcut: 'bye', content: 'Bye' })).body
  expect((await as.member.patch(`${path}/${others.id}`, { content: 'No' })).status).toBe(403)
  expect((await as.member.delete(`${path}/${others.id}`)).status).toBe(403)
  expect(await shortcuts()).toEqual(['bye', 'thx'])
  expect((await as.admin.delete(own)).status).toBe(200)
  expect((await as.member.delete(own)).status).toBe(404)
  const names = ['canned_reply.created', 'canned_reply.updated', 'canned_reply.deleted']
  const counts = names.map((name) => app.events.find(name, ({ payload }) => payload.id === body.id).length)
  expect(counts).toEqual([1, 2, 1])
})

test('they are found by shortcut and by text, whatever is in the query', async () => {
  const { as, path, shortcuts } = await ready()
  for (const [shortcut, content] of [
    ['refund', 'We send 100% back.'],
    ['hello', 'Good to hear from you'],
    ['delivery', 'It takes a REFUND or three days_'],
  ])
    await as.member.post(path, { shortcut, content })
  expect(await shortcuts('?q=Refund')).toEqual(['delivery', 'refund'])
  expect(await shortcuts('?q=hel')).toEqual(['hello'])
  expect(await shortcuts(`?q=${encodeURIComponent('HÉLLÓ')}`)).toEqual(['hello'])
  expect(await shortcuts('?q=%25')).toEqual(['refund'])
  expect(await shortcuts('?q=_')).toEqual(['delivery'])
  expect(await shortcuts('?q=%00')).toHaveLength(3)
  expect(await shortcuts('?limit=2&page=2')).toEqual(['refund'])
})

test('of eight canned replies under one shortcut at once, in any case, one is made', async () => {
  const { as, path, shortcuts } = await ready()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      as.member.post(path, { shortcut: n % 2 ? 'Привет' : 'ПРИВЕТ', content: `${n}` }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('SHORTCUT_EXISTS')
  expect(await shortcuts()).toHaveLength(1)
  const others = await Promise.all(
    Array.from({ length: 8 }, (_, n) => as.member.post(path, { shortcut: `other-${n}`, content: 'x' })),
  )
  const renamed = await Promise.all(
    others.map(({ body }) => as.member.patch(`${path}/${body.id}`, { shortcut: 'one' })),
  )
  expect(renamed.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
})

test('what is no shortcut or no text is refused, and nobody reaches those of another organization', async () => {
  const { as, path } = await ready()
  const other = await ready()
  for (const body of [
    { shortcut: '', content: 'x' },
    { shortcut: '//', content: 'x' },
    { shortcut: 'two words', content: 'x' },
    { shortcut: 'x'.repeat(33), content: 'x' },
    { shortcut: 'x', content: ' ' },
    { shortcut: 'x', content: 'x'.repeat(5001) },
    { shortcut: 'x' },
  ])
    expect((await as.member.post(path, body)).status).toBe(400)
  const { body } = await as.member.post(path, { shortcut: 'mine', content: 'x' })
  for (const [client, place] of [
    [other.as.admin, path],
    [other.as.admin, other.path],
  ] as const) {
    expect((await client.patch(`${place}/${body.id}`, { content: 'Changed' })).status).toBe(404)
    expect((await client.delete(`${place}/${body.id}`)).status).toBe(404)
  }
  expect(await as.admin.patch(`${path}/${newId()}`, { content: 'x' })).toMatchObject({ status: 404 })
  expect(await other.shortcuts()).toEqual([])
})
