import { and, eq } from 'drizzle-orm'
import type { ToolCallRecord } from '#contracts/conversations.ts'
import {
  internalMessageUpdated,
  messageDelta,
  toolCallDone,
  toolCallFailed,
  toolCallStarted,
} from '../conversations/events.ts'
import { presentMessage } from '../conversations/present.ts'
import { type MessageRow, messages } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { isHeld } from '../runs/hold-run.ts'
import type { Published, ToolEvent } from '../runs/run-host.ts'
import type { HeldRun } from '../runs/table.ts'
import type { Reply } from './reply.ts'

/** Tokens that come within this many milliseconds travel together. */
const TOGETHER = 25
/** How often a growing answer is kept, so that whoever reads it again finds it. */
const KEEP_EVERY = 1500
/** A larger tool payload is not sent along; the run's log has it. */
const MOST_PAYLOAD = 8192

/** Shows an answer while it grows: deltas with a running index, and now and then the text so far, kept. */
export function openStream(ctx: OrgContext, run: HeldRun, { conversation_id, teammate, user_id }: Reply, from: number) {
  const about = { teammate, user_id }
  const heard = user_id !== null
  const thinkingHeard = heard && teammate.show_thinking
  const ids = { run_id: run.id, conversation_id, message_id: run.assistant_message_id ?? run.id }
  const tools: ToolCallRecord[] = []
  let text = ''
  let reasoning = ''
  let index = from
  let pending: { kind: 'text' | 'reasoning'; delta: string } | null = null
  let timer: NodeJS.Timeout | undefined
  let kept = Date.now()
  let ended = false
  /** Another process shows this answer by now. */
  let lost = false
  /** Resets on their way, and what must not be heard before them. */
  let turning = 0
  let turn = Promise.resolve()
  const held: (() => void)[] = []

  const report = (error: unknown) => ctx.log.error({ err: error, run_id: run.id }, 'an answer could not be shown')

  function tell(emit: () => Promise<void>): void {
    if (turning > 0) held.push(() => tell(emit))
    else emit().catch(report)
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (!pending || lost) return
    const delta = { ...ids, index: index++, ...pending }
    tell(() => ctx.emit(messageDelta, delta, about))
    pending = null
    if (Date.now() - kept > KEEP_EVERY) keep().catch(report)
  }

  function add(kind: 'text' | 'reasoning', delta: string): void {
    if (pending && pending.kind !== kind) flush()
    if (kind === 'text') text += delta
    else reasoning += delta
    if (kind === 'text' ? !heard : !thinkingHeard) return
    pending = { kind, delta: (pending?.delta ?? '') + delta }
    timer ??= setTimeout(flush, index === from ? 0 : TOGETHER)
  }

  /** Keeps what was shown so far, unless another process shows it by now. */
  async function keep(): Promise<MessageRow | undefined> {
    kept = Date.now()
    const [row] = await ctx.db
      .update(messages)
      .set({ content: text, stream_index: index, stream_reasoning: reasoning || null })
      .where(and(eq(messages.id, ids.message_id), eq(messages.status, 'in_progress'), isHeld(run)))
      .returning()
    lost = !row
    return row
  }

  /** Begins anew from the given place, and tells clients to do so too, before anything that follows. */
  function reset(to: { text: string; reasoning: string }): void {
    clearTimeout(timer)
    timer = undefined
    pending = null
    text = to.text
    reasoning = to.reasoning
    if (!heard) return
    turning += 1
    const keeping = keep()
    turn = turn
      .then(async () => {
        const row = await keeping
        if (row && !ended) await ctx.emit(internalMessageUpdated, presentMessage(row, [], teammate), about)
      })
      .catch(report)
      .finally(() => {
        turning -= 1
        if (turning === 0 && !ended) for (const told of held.splice(0)) told()
      })
  }

  function showTool(event: ToolEvent): void {
    flush()
    if (lost) return
    const activity = { ...ids, call_id: event.call_id, tool: event.tool }
    if (event.type === 'tool_started') {
      const input = small(event.input)
      tools.push({ call_id: event.call_id, tool: event.tool, status: 'running', input })
      if (thinkingHeard) tell(() => ctx.emit(toolCallStarted, { ...activity, input }, about))
      return
    }
    const output = small(event.output)
    const record = tools.find(({ call_id }) => call_id === event.call_id)
    if (record) Object.assign(record, { status: event.failed ? 'failed' : 'done', output })
    if (!thinkingHeard) return
    tell(() =>
      event.failed
        ? ctx.emit(toolCallFailed, { ...activity, error: String(output ?? 'The tool failed') }, about)
        : ctx.emit(toolCallDone, { ...activity, output }, about),
    )
  }

  return {
    publish(piece: Published): void {
      if (piece.type === 'text' || piece.type === 'reasoning') add(piece.type, piece.text)
      else if (piece.type === 'reset') reset(piece)
      else showTool(piece)
    },

    /** Shows what is left and answers with all that was shown. */
    end(): { text: string; reasoning: string; tools: ToolCallRecord[]; index: number } {
      flush()
      ended = true
      return { text, reasoning, tools, index }
    },
  }
}

function small(payload: unknown): unknown {
  const size = typeof payload === 'string' ? payload.length : (JSON.stringify(payload)?.length ?? 0)
  return size > MOST_PAYLOAD ? undefined : payload
}
