import { expect, test } from 'vitest'
import { extendContext } from '#platform/bus/create-context.ts'
import { testApp } from '#testing/app.ts'
import { stepsOf } from '#testing/chats/private-chat.ts'
import { openLog } from '../log/log-steps.ts'
import { endStep } from '../log/open-step.ts'
import { holder } from '../queue/live-runs.ts'
import { runLeases, runs } from '../table.ts'
import { checkpoint } from './checkpoint.ts'

const app = await testApp()

// Two cursors of a run write on two connections, and one of them writes steps of the other that are open at that moment.
test('a step that has ended is not written over by what was written of it before and comes later', async () => {
  const { organization } = await app.given.organization()
  const ctx = extendContext(app.ctx, { organization })
  const organization_id = organization.id
  const [row] = await app.ctx.db.insert(runs).values({ organization_id, status: 'running' }).returning()
  const run = { ...(row ?? expect.fail()), attempts: 1, tries_from: 0, cancel_requested: false }
  const expires_at = new Date(Date.now() + 600_000)
  const lease = { run_id: run.id, organization_id, job: 'none', holder, attempts: 1, expires_at }
  await app.ctx.db.insert(runLeases).values(lease)

  const log = openLog({ seq: 1, cursor: '', step_id: 'a', type: 'message', name: 'A' }, ctx.now())
  const other = openLog({ seq: 2, cursor: '', step_id: 'b', type: 'message', name: 'B' }, ctx.now())
  const late = structuredClone(log)
  endStep(log, 'completed', ctx.now())
  log.payload.output = 'done'
  await checkpoint(ctx, run, [log], [])
  await checkpoint(ctx, run, [late, other], [])
  expect(await stepsOf(app, run.id)).toMatchObject([
    { seq: 1, status: 'completed', payload: { output: 'done' } },
    { seq: 2, status: 'in_progress' },
  ])
  await checkpoint(ctx, run, [{ ...other, status: 'failed' }], [])
  expect(await stepsOf(app, run.id)).toMatchObject([{ status: 'completed' }, { status: 'failed' }])
})
