import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoModel, startDemoModel } from '#features/models/demo-model/demo-model.ts'
import { aiEmployees, type TeammateRow } from '#features/teammates/table.ts'
import { users } from '#features/users/table.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { messageOf, stepsOf } from '#testing/chats/private-chat.ts'
import type { Client } from '#testing/client.ts'
import { hasVectors, settled } from '#testing/storage/documents.ts'
import { type StorageClient, storageClient } from '#testing/storage/storage.ts'
import { seedDevelopment } from './seed.ts'

let demo: DemoModel
let app: TestApp
let robin: TeammateRow
let client: Client
let storage: StorageClient
beforeAll(async () => {
  demo = await startDemoModel()
  app = await startTestApp({ env: { CUSTOM_BASE_URL: demo.base_url } })
  await seedDevelopment(app.ctx)
  await seedDevelopment(app.ctx)
  const [seeded] = await app.ctx.db.select().from(aiEmployees)
  const people = await app.ctx.db.select().from(users)
  const admin = people.find(({ email }) => email === 'admin@alongside.test')
  if (!admin || !seeded) throw new Error('Nobody was seeded')
  robin = seeded
  client = await app.as(admin)
  storage = storageClient(client, `/api/organizations/${robin.organization_id}/storage`)
})
afterAll(async () => {
  await app.close()
  await demo.close()
})

test('a fresh development database has files that its teammate may read, and one that it may not', async () => {
  const kept = ['Delivery times.md', 'Price list.csv', 'Returns policy.md'].map((name) => `Customer service/${name}`)
  expect(await storage.tree()).toEqual(['Customer service/', ...kept, 'Team notes.md'])
  const { body } = await client.get(`${storage.base}/employees/${robin.id}/entries/search`)
  const found = body.entries.map(({ path }: { path: string }) => path).sort()
  expect(found).toEqual(['/Customer service', ...kept.map((path) => `/${path}`)])
})

test('a fresh development database has a way into webchat, where Robin answers', async () => {
  const { body } = await client.get(`/api/organizations/${robin.organization_id}/webchat-entry-points`)
  expect(body.data).toMatchObject([{ name: 'Website', ai_employee: { name: 'Robin' } }])
})

/** What Robin answers in a new internal chat, with the tools that were called for it. */
async function answerTo(message: string): Promise<{ text: string; calls: unknown[] }> {
  const path = `/api/organizations/${robin.organization_id}/employees/${robin.id}/messages`
  const { body } = await client.post(path, { message, create_new_conversation: true })
  const read = () => messageOf(app, body.assistant_message_id)
  await expect.poll(async () => (await read()).status).toBe('completed')
  const [step] = await stepsOf(app, body.run_id)
  const asked = step?.payload.additional_data.steps.flatMap((one: { messages: object[] }) => one.messages)
  const calls = asked.flatMap((one: { tool_calls?: unknown[] }) => one.tool_calls ?? [])
  return { text: (await read()).content, calls }
}

test.each([
  ['What is the return policy?', 'Returns policy.md', 'within 30 days of its delivery'],
  ['How much does express delivery cost?', 'Delivery times.md', 'Express costs 9.90 EUR'],
  ['What does the rain cover cost?', 'Price list.csv', 'Rain cover,one size,14.50,yes'],
])('asked “%s”, Robin searches the storage and answers with the passage and where it is', async (...wanted) => {
  const [question, file, passage] = wanted
  await settled(storage, `Customer service/${file}`)
  const { text, calls } = await answerTo(question)
  const name = (await hasVectors(app)) ? 'storage.semantic_search' : 'storage.search'
  expect(calls).toContainEqual(expect.objectContaining({ name }))
  expect(text).toContain(passage)
  expect(text).toMatch(new RegExp(`— \`Customer service/${file}:\\d+(-\\d+)?\``))
})

test('Robin finds nothing of what it was not given', async () => {
  await settled(storage, 'Team notes.md')
  const { text, calls } = await answerTo('Which team notes?')
  expect(calls.length).toBeGreaterThan(1)
  expect(text).toContain('I found nothing about “team notes” in your files.')
})
