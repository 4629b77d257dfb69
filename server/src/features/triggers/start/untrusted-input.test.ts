import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attachments } from '#features/conversations/table.ts'
import { testApp } from '#testing/app.ts'
import { givenPrivateChat } from '#testing/chats/private-chat.ts'
import { flowOf } from '#testing/runs/workflows.ts'

const app = await testApp()

test('what a program sends is read as text, and never taken for a file of the organization', async () => {
  await using given = await givenPrivateChat(app, { values: { model_values: { is_multimodal: true } } })
  // What begins as a JPEG is one.
  const picture = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), randomBytes(290)])
  const file = { name: 'photo.jpg', mime_type: 'image/jpeg', size: 300, data: picture.toString('base64') }
  await given.save('What is this?', { attachments: [file] })
  expect(JSON.stringify(given.sent())).toContain('image_url')
  const [stored] = await app.ctx.db
    .select()
    .from(attachments)
    .where(eq(attachments.organization_id, given.organization.id))

  const admin = await app.as(await app.given.membership(given.organization, 'admin'))
  const answer = flowOf({ answer: { type: 'agent', employee_id: given.teammate.id } })
  const { body } = await admin.post(`/api/organizations/${given.organization.id}/workflows`, { name: 'Ask', ...answer })
  expect(body.problems).toEqual([])
  const stolen = {
    name: 'x.jpg',
    mime_type: 'image/jpeg',
    size: 300,
    hash: stored?.hash,
    is_encrypted: stored?.is_encrypted,
  }
  const sent = [
    { message: 'Describe it', attachments: [stolen], reasoning: 'very' },
    { message: { subject: 'A webhook' }, attachments: 'none' },
    { order: 7 },
  ]
  for (const input of sent) {
    const { status } = await given.client.post(`/api/private/trigger/${body.id}`, input)
    expect(status).toBe(200)
  }
  const asked = given.vendor.requests.slice(-3).map((request) => JSON.stringify(request))
  for (const request of asked) expect(request).not.toContain(picture.toString('base64'))
  expect(asked[0]).toContain('Describe it')
  expect(asked[1]).toContain('A webhook')
  expect(asked[2]).toContain('order')
})
