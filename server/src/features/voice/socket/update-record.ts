import type { Context } from '#platform/context.ts'
import type { Call } from '../call/call.ts'
import { recordSeen, SEEN_INTERVAL_MS } from '../record-call.ts'
import type { CallProgress } from '../table.ts'

const CHECK_INTERVAL_MS = 500
/** What is heard of an answer changes all the time. */
const ANSWER_INTERVAL_MS = 2000

/** Records a call as under way, with how far it has come, until the returned function is called. `atStart` is recorded already. */
export function updateRecord(ctx: Context, id: string, call: Call, atStart: CallProgress | null): () => void {
  let recordedAtMs = performance.now()
  let recorded = atStart ?? call.progress()
  let isWriting = false

  async function update(): Promise<void> {
    const progress = call.progress()
    const agoMs = performance.now() - recordedAtMs
    const isTurnNew = progress.turn?.text !== recorded.turn?.text
    const isAnswerNew = progress.answer?.message_id !== recorded.answer?.message_id
    const isMoreHeard = progress.answer?.heard !== recorded.answer?.heard
    const isMissedNew = progress.missed !== recorded.missed
    const isNew = isTurnNew || isMissedNew || isAnswerNew
    if (!isNew && !(isMoreHeard && agoMs >= ANSWER_INTERVAL_MS) && agoMs < SEEN_INTERVAL_MS) return
    recordedAtMs = performance.now()
    recorded = progress
    // What ended the call elsewhere may not have reached this process.
    const endCode = await recordSeen(ctx, id, progress)
    if (endCode !== null) call.end(endCode, 'The call was ended')
  }

  const timer = setInterval(() => {
    if (isWriting) return
    isWriting = true
    update()
      .catch((error) => ctx.log.warn({ err: error }, 'a call could not be recorded as under way'))
      .finally(() => {
        isWriting = false
      })
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}
