import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { stageRunBody } from '#features/runs/files/receive-body.ts'
import { dropOldPayloads } from '#features/runs/jobs.ts'
import { runFiles } from '#features/runs/table.ts'
import { storageBlobs } from '#features/storage/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'
import { collectUnusedBytes } from './collect-unused-bytes.ts'

const DAY_MS = 86_400_000
const large = JSON.stringify({ text: 'some words '.repeat(500_000) })
/** Its clock is moved by months. */
const app = await ownTestApp({ env: { RUN_PAYLOAD_RETENTION_DAYS: '30' } })

async function givenLargeInput() {
  const given = await givenWorkflows(app)
  const { id } = await given.create()
  const send = async () => {
    const init = { method: 'POST', body: large, headers: { 'content-type': 'application/json' } }
    const response = await app.withKey(given.private_key).send(`/api/private/trigger/${id}`, init)
    expect(response.status).toBe(200)
    return ((await response.json()) as { data: { runId: string } }).data.runId
  }
  return { ...given, send }
}

const storedBlobs = (organization_id: string) =>
  app.ctx.db.select().from(storageBlobs).where(eq(storageBlobs.organization_id, organization_id))

test('the body of a run goes with what the run worked with, and its bytes a day later', async () => {
  const { send, organization } = await givenLargeInput()
  const run_id = await send()
  await collectUnusedBytes(app.ctx)
  expect(await storedBlobs(organization.id)).toHaveLength(1)
  app.clock.advance(31 * DAY_MS)
  await app.runJob(dropOldPayloads)
  expect(await app.ctx.db.select().from(runFiles).where(eq(runFiles.run_id, run_id))).toEqual([])
  await collectUnusedBytes(app.ctx)
  expect(await storedBlobs(organization.id)).toEqual([])
})

test('bytes whose process was killed before their run was written are collected a day later', async () => {
  const { send, organization } = await givenLargeInput()
  const source = Readable.from([Buffer.from('never named')])
  await using staged = await stageRunBody(extendContext(app.ctx, { organization }), source)
  await staged.store()
  await send()
  expect(await storedBlobs(organization.id)).toHaveLength(2)
  app.clock.advance(DAY_MS + 1000)
  await collectUnusedBytes(app.ctx)
  expect(await storedBlobs(organization.id)).toHaveLength(1)
})
