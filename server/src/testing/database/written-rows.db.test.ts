import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { sessions } from '#features/users/table.ts'
import { ownTestApp } from '../app.ts'
import { postgresUrl } from '../servers/server-process.ts'
import { watchWrittenRows } from './written-rows.ts'

// Nothing works here that would write by itself.
const app = await ownTestApp({ parts: ['web'] })
const { db } = app.ctx
const { organization, owner } = await app.given.organization()
const written = await watchWrittenRows(app)

const rename = (name: string, on: Pick<typeof db, 'update'> = db) =>
  on.update(organizations).set({ name }).where(eq(organizations.id, organization.id))

test('each write is seen, also the first, and one that puts back what was there', async () => {
  const before = await written()
  await rename('Other')
  expect(await written()).not.toBe(before)
  await rename(organization.name)
  expect(await written()).toBe(before)
  await app.given.teammate(organization)
  expect(await written()).not.toBe(before)
})

test('what was rolled back is not seen, nor the use of a session', async () => {
  await app.as(owner)
  const before = await written()
  const failed = db.transaction(async (tx) => {
    await rename('Other', tx)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await db.update(sessions).set({ user_agent: 'other' }).where(eq(sessions.user_id, owner.id))
  expect(await written()).toBe(before)
})

test.runIf(postgresUrl)('a write that is not committed is seen once it is', async () => {
  const before = await written()
  await db.transaction(async (tx) => {
    await rename('Other', tx)
    expect(await written()).toBe(before)
  })
  expect(await written()).not.toBe(before)
})
