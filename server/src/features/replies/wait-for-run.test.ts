import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'
import { closeServer, listenOnLoopback } from '#testing/servers/listen-on-loopback.ts'

const CALLERS = 20
const app = await ownTestApp({ env: { RUN_CONCURRENCY: '1', OUTBOUND_ALLOW: '127.0.0.1', TRIGGER_WAIT: '20' } })

/** Counts the statements that are sent, by what they read. */
function countStatements() {
  const spy = vi.spyOn(app.ctx.db.$client, 'query')
  onTestFinished(() => spy.mockRestore())
  const count = (isCounted: (statement: { name?: string; text: string }) => boolean) =>
    spy.mock.calls.filter(([statement]) => isCounted(statement as never)).length
  return {
    polls: () => count(({ name }) => name === 'read_run_statuses'),
    /** Of whole runs, one by one. */
    reads: () => count(({ name, text }) => name === undefined && /from "runs" where \("runs"\."id" = /.test(text)),
  }
}

test('callers that wait for queued runs are answered, and the database is asked for all of them at once', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  onTestFinished(() => release())
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    begin()
    released.then(() => response.end('done'))
  })
  const url = await listenOnLoopback(server)
  onTestFinished(() => closeServer(server))
  const { create, private_key } = await givenWorkflows(app)
  const { id } = await create({ call: { type: 'http_request', url, next: 'end' }, end: { type: 'end', result: 'ok' } })

  const { polls, reads } = countStatements()
  const client = app.withKey(private_key)
  const answers = Promise.all(Array.from({ length: CALLERS }, () => client.post(`/api/private/trigger/${id}`, {})))
  await expect.poll(() => reads()).toBeGreaterThanOrEqual(CALLERS - 1)
  await begun
  // The one that runs is read once more, because its status has changed.
  const polledAtFirst = polls()
  await expect.poll(() => polls() - polledAtFirst).toBeGreaterThan(2)
  const [readBefore, polledBefore] = [reads(), polls()]
  await expect.poll(() => polls() - polledBefore).toBeGreaterThan(5)
  expect(reads()).toBe(readBefore)

  release()
  for (const { status, body } of await answers) expect([status, body.data.result]).toEqual([200, 'ok'])
})
