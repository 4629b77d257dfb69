import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { continueAnswer } from '#features/replies/continue-answer.ts'
import { runLeases } from '#features/runs/table.ts'
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
