import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '#features/conversations/table.ts'
import { runSuspensions } from '#features/runs/table.ts'
import type { Context } from '#platform/context.ts'
import { runOf } from '#testing/chats/private-chat.ts'
import { givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'
import { startSteps } from '#testing/runs/started-flow.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'

const app = await startWebchatApp({ RUN_CONCURRENCY: '1' })

/** Keeps rows from everyone who would write them, until it is let go. */
async function holding(lock: (db: Pick<Context['db'], 'select'>) => Promise<unknown>) {
  const [gate, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = app.ctx.transaction(async ({ db }) => {
    await lock(db)
    locked.resolve()
    await gate.promise
  })
  await locked.promise
  return async () => {
    gate.resolve()
    await done
  }
}

test.runIf(postgresUrl)(
  'an answer that is being saved while it is taken over shows nothing more, also no tool that was just allowed',
  async () => {
    await using given = await givenWebchat(app, {
      organization: { use_lazy_tools: false },
      values: { tools: [{ name: 'http_request', ask: true }] },
    })
    const allowed = { name: 'http_request', input: { url: 'http://127.0.0.1:9/allowed' } }
    given.vendor.reply({ text: 'May I?', tool_calls: [allowed] })
    const visitor = given.browser()
    const { conversation, answer } = (await visitor.send('Do it')).body.data
    const status = async () => (await runOf(app, answer.run_id)).status
    await expect.poll(status).toBe('suspended')
    const listener = await visitor.listen()

    // The one slot is taken, so that the run is taken up when the rows are held.
    const { promise: answered, resolve: letGo } = Promise.withResolvers<void>()
    let begun = 0
    const { url } = await serve(async (_, response) => {
      begun++
      await answered
      response.end()
    })
    const busy = startSteps(app, { post: { type: 'http_request', url } }, { organization: given.organization })
    await expect.poll(() => begun).toBe(1)
    const resume = `${given.base}/workflows/runs/${answer.run_id}/resume`
    expect((await given.asAdmin.post(resume, { approved: true })).status).toBe(200)
    const [letSave, letCall] = [
      await holding((db) => db.select().from(messages).where(eq(messages.id, answer.id)).for('update')),
      await holding((db) =>
        db.select().from(runSuspensions).where(eq(runSuspensions.run_id, answer.run_id)).for('update'),
      ),
    ]
    letGo()
    await busy
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await app.ctx.db.execute(waiting)).rows.length).toBe(2)

    const conversationPath = `${given.base}/conversations/${conversation.id}`
    const taken = given.asAdmin.post(`${conversationPath}/assign`)
    const owner = async () => (await given.asAdmin.get(conversationPath)).body.assigned_user?.id
    await expect.poll(owner).toBe(given.admin.id)
    await letSave()
    expect((await taken).status).toBe(200)
    await letCall()
    await expect.poll(status).toBe('cancelled')
    expect((await visitor.get('/messages')).status).toBe(200)
    expect(listener.names().filter((name) => name.startsWith('tool_call') || name === 'message_delta')).toEqual([])
  },
)
