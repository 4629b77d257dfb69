import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runSuspensions } from '#features/runs/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { runOf } from '#testing/chats/private-chat.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'

const app = await ownTestApp()

test.runIf(postgresUrl)(
  'a chat whose deletion is lost in the middle is still there with what waits in it, and is deleted with it the next time',
  async () => {
    await using given = await givenInternalChat(app, {
      organization: { use_lazy_tools: false },
      values: { tools: [{ name: 'http_request', ask: true }] },
    })
    given.vendor.reply({ tool_calls: [{ name: 'http_request', input: { url: 'http://127.0.0.1:9/never' } }] })
    const { run_id, conversation_id } = (await given.send('Do it')).body
    const status = async () => (await runOf(app, run_id)).status
    await expect.poll(status).toBe('suspended')
    const remove = () => given.client.delete(`${given.path}/conversations/${conversation_id}`)
    const chats = async () => (await given.history()).data.map(({ id }: { id: string }) => id)

    const gate = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const holding = app.ctx.transaction(async ({ db }) => {
      await db.select().from(runSuspensions).where(eq(runSuspensions.run_id, run_id)).for('update')
      reached.resolve()
      await gate.promise
    })
    await reached.promise
    const lost = remove()
    const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await app.ctx.db.execute(cut)).rows.length).toBe(1)
    expect((await lost).status).toBe(503)
    gate.resolve()
    await holding

    expect(await chats()).toEqual([conversation_id])
    expect(await status()).toBe('suspended')
    expect((await remove()).status).toBe(200)
    await expect.poll(status).toBe('cancelled')
    expect(await chats()).toEqual([])
  },
)
