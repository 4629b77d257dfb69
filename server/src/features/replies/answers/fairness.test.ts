import { expect, test } from 'vitest'
import { isRequestBacklogged, requestWaits } from '#platform/request-backlog.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenPrivateChat, runOf } from '#testing/chats/private-chat.ts'
import type { RecordedEvent } from '#testing/events/recorded-events.ts'

const SLOTS = 4
const app = await ownTestApp({ env: { RUN_CONCURRENCY: String(SLOTS) } })

const hangs = Array.from({ length: 30 }, () => ({ fault: 'hang' }) as const)

test('an organization whose model hangs keeps nobody else waiting', async () => {
  await using busy = await givenPrivateChat(app)
  await using other = await givenPrivateChat(app)
  busy.vendor.reply(...hangs)
  const sent = await Promise.all(
    Array.from({ length: 28 }, (_, index) =>
      busy.save(`Message ${index}`, { is_async: true, conversation: { id: `c${index}` } }),
    ),
  )
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))

  other.vendor.reply(...Array.from({ length: 3 }, () => ({ text: 'Here.' })))
  for (const is_async of [false, true]) {
    const { status, body } = await other.save('Hello', { is_async })
    expect(status).toBe(200)
    await expect.poll(async () => (await runOf(app, body.data.runId)).status).toBe('completed')
  }
})

test('alone, an organization has the slots to itself, and its queue is worked off in order', async () => {
  await using given = await givenPrivateChat(app)
  const names = Array.from({ length: 12 }, (_, index) => `Answer ${index}`)
  given.vendor.reply(...names.map((text) => ({ text })))
  const sent = await Promise.all(names.map((name) => given.save(name, { is_async: true, conversation: { id: name } })))
  for (const { body } of sent) {
    await expect.poll(async () => (await runOf(app, body.data.runId)).status).toBe('completed')
  }
})

test('a queued run is announced as running when it begins, not while messages of its organization come first', async () => {
  await using given = await givenPrivateChat(app)
  const { promise: until, resolve: endFirst } = Promise.withResolvers<void>()
  given.vendor.reply(...Array.from({ length: SLOTS }, () => ({ text: 'First.', until })))
  const save = async (name: string): Promise<string> =>
    (await given.save(name, { is_async: true, conversation: { id: name } })).body.data.runId
  const saveAll = (kind: string) => Promise.all(Array.from({ length: SLOTS }, (_, n) => save(`${kind} ${n}`)))
  await saveAll('First')
  await expect.poll(() => given.vendor.requests.length).toBe(SLOTS)
  const queued = await saveAll('Queued')
  for (const id of queued) expect((await runOf(app, id)).status).toBe('queued')

  const isRunning = ({ payload }: RecordedEvent) =>
    payload.status === 'running' && queued.includes(String(payload.run_id))
  const runningWhenAsked: number[] = []
  given.vendor.reply(() => {
    runningWhenAsked.push(app.events.find('workflow_run.updated', isRunning).length)
    return { text: 'Later.' }
  })
  using _waiting = requestWaits(given.organization.id)
  await expect.poll(() => isRequestBacklogged(given.organization.id)).toBe(true)
  endFirst()
  for (const id of queued) await expect.poll(async () => (await runOf(app, id)).status).toBe('completed')
  expect(runningWhenAsked.at(-1)).toBe(SLOTS)
  expect(runningWhenAsked[0]).toBeLessThan(SLOTS)
})
