import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { startTestApp, testApp } from '#testing/app.ts'
import { LeaseLost, RunCancelled } from '../run-outcome.ts'
import { cancelLive, enterRun, liveRuns } from './live-runs.ts'

const { ctx } = await testApp()

test('a run that this process takes again ends its older try, whose end leaves the newer one alone', () => {
  const before = liveRuns(ctx).length
  const older = enterRun(ctx, { id: 'run-1', organization_id: newId(), attempts: 1 })
  const newer = enterRun(ctx, { id: 'run-1', organization_id: newId(), attempts: 2 })
  expect(older.signal.reason).toBeInstanceOf(LeaseLost)
  expect(newer.signal.aborted).toBe(false)

  older[Symbol.dispose]()
  expect(liveRuns(ctx).length).toBe(before + 1)
  cancelLive('run-1')
  expect(newer.signal.reason).toBeInstanceOf(RunCancelled)
  newer[Symbol.dispose]()
  expect(liveRuns(ctx).length).toBe(before)
})

test('a run inside another ends with it', () => {
  using parent = enterRun(ctx, { id: 'parent', organization_id: newId(), attempts: 1 })
  using child = enterRun(ctx, { id: 'child', organization_id: newId(), attempts: 1 }, parent.signal)
  cancelLive('parent')
  expect(child.signal.reason).toBeInstanceOf(RunCancelled)
  using late = enterRun(ctx, { id: 'late', organization_id: newId(), attempts: 1 }, parent.signal)
  expect(late.signal.aborted).toBe(true)
})

test('two servers in one process do not take each other’s runs for lost', async () => {
  const other = await startTestApp()
  const mine = enterRun(ctx, { id: newId(), organization_id: newId(), attempts: 1 })
  expect(liveRuns(ctx).map(({ id }) => id)).toContain(mine.id)
  expect(liveRuns(other.ctx)).toEqual([])
  mine[Symbol.dispose]()
  await other.close()
})
