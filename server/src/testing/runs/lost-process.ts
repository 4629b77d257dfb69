import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { continueAnswer } from '#features/replies/continue-answer.ts'
import { dispatchWaitingRuns } from '#features/runs/jobs.ts'
import { runLeases, runSuspensions } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import type { TestApp } from '../app.ts'
import { runOf } from '../chats/private-chat.ts'

/** Makes it look as if the process of a run had died, and waits until the next one has ended it. */
export async function loseProcess(app: TestApp, run_id: string): Promise<void> {
  await app.ctx.db
    .update(runLeases)
    .set({ holder: newId(), expires_at: new Date(0) })
    .where(eq(runLeases.run_id, run_id))
  // The sweep may have been faster.
  await continueAnswer(app.ctx, { run_id })
  await expect.poll(async () => (await runOf(app, run_id)).status).toBe('completed')
}

type WaitingRun = { id: string; ctx: { organization: { id: string } } }

/** Leaves a run that waits as a process does that takes the answer and dies, and looks for such runs. */
export async function answerAndLose(app: TestApp, { id: run_id, ctx: { organization } }: WaitingRun): Promise<void> {
  const { db, now } = app.ctx
  await db.update(runSuspensions).set({ answered_at: now() }).where(eq(runSuspensions.run_id, run_id))
  const lost = { job: 'runs.continue', holder: newId(), expires_at: new Date(0), attempts: 2, tries_from: 1 }
  await db.insert(runLeases).values({ run_id, organization_id: organization.id, ...lost })
  await app.runJob(dispatchWaitingRuns)
}
