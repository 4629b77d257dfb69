import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { wakeSuspendedRuns } from '#features/runs/jobs.ts'
import { runSteps, runs } from '#features/runs/table.ts'
import { workflows } from '#features/workflows/table.ts'
import { stepsOf } from '../chats/private-chat.ts'
import { flowOf } from '../runs/workflows.ts'
import { listenOnLoopback } from '../servers/listen-on-loopback.ts'
import type { Book, BookDefinition, Round } from './book.ts'
import { type GivenTeammate, givenTeammate } from './given-teammate.ts'

const MAX_PER_ROUND = 5
const PAUSE_MS = 500
const REPEATABLE = ['http_request', 'run_code', 'model', 'tool', 'agent']
const UNFINISHED = ['queued', 'running', 'suspended']

export const stepsBook: BookDefinition = {
  promise: 'a flow of every step type ends whenever its server is killed, and says what it may have done twice',
  async open(): Promise<Book> {
    const calls: { path: string; key: string }[] = []
    const server = createServer(async ({ url = '', headers }, response) => {
      calls.push({ path: url, key: String(headers['idempotency-key']) })
      await sleep(20)
      response.setHeader('content-type', 'application/json').end('{"ok": true}')
    })
    const url = await listenOnLoopback(server)
    const acknowledged: string[] = []
    let given: GivenTeammate
    let workflow_id = ''
    let count = 0
    let enough = { acknowledged: 0, calls: 0 }

    async function begin(round: Round): Promise<void> {
      const client = given.program(round)
      for (let begun = 0; !round.isOver() && begun < MAX_PER_ROUND; begun++) {
        const name = `run-${count++}`
        const flow = flowFor(name, {
          url,
          workflow_id,
          employee_id: given.teammate.id,
          model: String(given.teammate.model),
        })
        const path = `/api/private/waiting/${given.teammate.id}`
        const answer = await client.post(path, { from: name, ...flow }).catch(() => null)
        if (!answer) return
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        acknowledged.push(answer.body.run_id)
        await sleep(PAUSE_MS)
      }
    }

    return {
      async prepare(app) {
        given = await givenTeammate(app, () => ({ text: 'Done.' }))
        const called = flowOf({
          post: { type: 'http_request', method: 'PUT', url: `${url}/{{input.name}}/called`, next: 'pause' },
          pause: { type: 'wait', seconds: 0.05 },
        })
        const values = { organization_id: given.organization.id, name: 'Called', is_draft: false, ...called }
        const [row] = await app.ctx.db.insert(workflows).values(values).returning()
        workflow_id = row?.id ?? ''
      },
      async work(round) {
        enough = { acknowledged: acknowledged.length + 2, calls: calls.length + 3 }
        if (!round.isLast) await begin(round)
      },
      isUnderWay: () => acknowledged.length >= enough.acknowledged && calls.length >= enough.calls,
      async judge(app) {
        const { db } = app.ctx
        const own = eq(runs.organization_id, given.organization.id)
        const read = () => db.select().from(runs).where(own)
        const open = async () => {
          await app.runJob(wakeSuspendedRuns)
          return (await read()).filter(({ status }) => UNFINISHED.includes(status)).length
        }
        await expect.poll(open, { interval: 200 }).toBe(0)
        const ended = await read()
        const ids = ended.map(({ id }) => id)
        expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([])
        for (const { status, error_code } of ended) {
          expect(['completed', 'GAVE_UP']).toContain(status === 'completed' ? status : error_code)
        }
        const left = await db.select().from(runSteps).where(inArray(runSteps.run_id, ids))
        expect(left.filter(({ status }) => status === 'in_progress')).toEqual([])

        // A repeated call has the same key, is logged as such, and shares its key with no other call.
        const keyed = calls.filter(({ key }) => key !== 'undefined')
        const byKey = Map.groupBy(keyed, ({ key }) => key)
        for (const same of byKey.values()) expect(new Set(same.map(({ path }) => path)).size).toBe(1)
        expect(new Set(keyed.map(({ path }) => path)).size).toBe(byKey.size)
        const steps = (await Promise.all(ids.map((id) => stepsOf(app, id)))).flat()
        const repeated = steps.filter(({ payload }) => payload.possibly_repeated)
        const twice = [...Map.groupBy(calls, ({ path }) => path).values()].filter((same) => same.length > 1)
        expect(repeated.length).toBeGreaterThanOrEqual(twice.length)
        for (const { type } of repeated) expect(REPEATABLE).toContain(type)
      },
      async close() {
        await given.vendor.close()
        server.closeAllConnections()
        server.close()
      },
    }
  },
}

type Targets = { url: string; workflow_id: string; employee_id: string; model: string }

function flowFor(name: string, { url, workflow_id, employee_id, model }: Targets) {
  const post = (path: string, more: object) => ({
    type: 'http_request',
    method: 'POST',
    url: `${url}/${name}/${path}`,
    ...more,
  })
  return flowOf({
    state: { type: 'set_state', values: { items: [1, 2, 3] }, next: 'post' },
    post: post('post', { next: 'if' }),
    if: {
      type: 'condition',
      cases: [{ rules: [{ left: '{{output.post.body.ok}}', operator: 'is_true' }], next: 'wait' }],
    },
    wait: { type: 'wait', seconds: 0.05, next: 'each' },
    each: { type: 'for_each', items: '{{state.items}}', start: 'item', concurrency: 2, next: 'code' },
    item: post('item-{{input.index}}', {}),
    code: { type: 'run_code', code: 'return state.items.length', next: 'model' },
    model: { type: 'model', model, prompt: 'Well?', next: 'tool' },
    tool: { type: 'tool', employee_id, tool: 'http_request', input: { url: `${url}/${name}/tool` }, next: 'agent' },
    agent: { type: 'agent', employee_id, message: 'And you?', next: 'call' },
    call: { type: 'workflow', workflow_id, input: { name }, next: 'ask' },
    ask: { type: 'user_input', question: 'Well?', expires_in_seconds: 1, on_expiry: 'say' },
    say: { type: 'message', text: 'Nobody.', next: 'end' },
    end: { type: 'end', result: '{{output.code}}' },
  })
}
