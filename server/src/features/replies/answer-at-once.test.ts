import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { channelOf } from '#features/conversations/define-channel.ts'
import { messages } from '#features/conversations/table.ts'
import { runLeases, runSteps, runs } from '#features/runs/table.ts'
import { widen } from '#platform/bus/unit.ts'
import { testApp } from '#testing/app.ts'
import { sendMessage } from './send-message.ts'

const app = await testApp()

async function ask(flow: Parameters<typeof sendMessage>[1]['flow']) {
  const { organization } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  const ctx = widen(app.ctx, { organization })
  const sent = await sendMessage(ctx, {
    teammate,
    channel: channelOf({ channel: 'api', channel_name: '' }),
    key: { channel: 'api', channel_name: '' },
    to: { open: { contact_external_id: 'customer-1', contact: {}, external_id: 'chat-1' } },
    opens_current: false,
    flow,
    user_id: null,
    message: 'Hello',
    attachments: [],
    is_async: false,
  })
  const kept = await app.ctx.db.select().from(messages).where(eq(messages.run_id, sent.run.id)).orderBy(messages.id)
  const [run] = await app.ctx.db.select().from(runs).where(eq(runs.id, sent.run.id))
  const steps = await app.ctx.db.select().from(runSteps).where(eq(runSteps.run_id, sent.run.id)).orderBy(runSteps.seq)
  const leases = await app.ctx.db.select().from(runLeases).where(eq(runLeases.run_id, sent.run.id))
  return { outcome: await sent.outcome, kept, run, steps, leases }
}

test('a flow without a model answers, and question, answer, run and steps are kept', async () => {
  const { outcome, kept, run, steps, leases } = await ask({
    starting_step_id: 'set',
    flow: {
      steps: {
        set: { type: 'set_state', name: 'Set', values: { said: '{{input.message}}' }, next: 'answer' },
        answer: { type: 'message', name: 'Answer', text: 'You said {{state.said}}, not {{state.else}}' },
      },
    },
  })
  expect(outcome).toMatchObject({ status: 'completed', output: 'You said Hello, not {{state.else}}' })
  expect(kept.map(({ role, status, content }) => [role, status, content])).toEqual([
    ['contact', 'completed', 'Hello'],
    ['ai', 'completed', 'You said Hello, not {{state.else}}'],
  ])
  expect(run).toMatchObject({ status: 'completed', assistant_message_id: kept[1]?.id, usd_cost: 0 })
  expect(run?.completed_at).toBeInstanceOf(Date)
  expect(steps.map(({ step_id, status }) => [step_id, status])).toEqual([
    ['set', 'completed'],
    ['answer', 'completed'],
  ])
  expect(leases).toEqual([])
})

test('a flow that never ends is stopped, and its answer says that it failed', async () => {
  const { outcome, kept, run } = await ask({
    starting_step_id: 'round',
    flow: { steps: { round: { type: 'set_state', name: 'Round', values: {}, next: 'round' } } },
  })
  expect(outcome).toMatchObject({ status: 'failed', error_code: 'BROKEN_FLOW' })
  expect(kept[1]).toMatchObject({
    status: 'failed',
    is_stopped: false,
    error: expect.stringContaining('2000 steps'),
    error_code: 'BROKEN_FLOW',
  })
  expect(run).toMatchObject({ status: 'failed', error_code: 'BROKEN_FLOW' })
})
