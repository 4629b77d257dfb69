import type { ContentPayload, ToolCallRecord } from '#contracts/conversations.ts'
import { announceUpdateToChannel } from '../conversations/announce-message.ts'
import { messageDelta, toolCallDone, toolCallFailed, toolCallStarted } from '../conversations/events.ts'
import { presentMessage } from '../conversations/present.ts'
import { savePartialAnswer } from '../conversations/save-partial-answer.ts'
import { isTooLarge, savePayload } from '../conversations/save-payload.ts'
import type { MessageRow } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { isHeld } from '../runs/hold-run.ts'
import type { Published, ToolEvent } from '../runs/run-host.ts'
import type { HeldRun } from '../runs/table.ts'
import { registerLiveAnswer } from './live-answers.ts'
import type { Reply } from './reply.ts'

/** Tokens that come within this time travel together. */
const BATCH_MS = 25
/** How often a growing answer is saved, for whoever reads it from another process. */
const SAVE_INTERVAL_MS = 1000

/** All that was shown of an answer. */
export type Shown = {
  text: string
  reasoning: string
  tools: ToolCallRecord[]
  index: number
  large: ContentPayload[]
}

/** Shows an answer while it grows: deltas with a running index, and once in a while the text so far, saved. */
export function openStream(ctx: OrgContext, run: HeldRun, { conversation_id, ...about }: Reply, from: number) {
  const { teammate, channel } = about
  const isShown = channel.streams
  const isThinkingShown = isShown && teammate.show_thinking
  const ids = { run_id: run.id, conversation_id, message_id: run.assistant_message_id ?? run.id }
  const tools: ToolCallRecord[] = []
  /** What was left out of them. */
  const large: ContentPayload[] = []
  let text = ''
  let reasoning = ''
  let index = from
  let pending: { kind: 'text' | 'reasoning'; delta: string } | null = null
  let timer: NodeJS.Timeout | undefined
  let savedAt = Date.now()
  /** Another process streams this answer by now. */
  let isLost = false
  /** Writes that must be finished before the events after them are sent; those events wait here. */
  let writesBefore = 0
  let write = Promise.resolve()
  const waiting: (() => void)[] = []
  const registered = registerLiveAnswer(ids.message_id, () => {
    // What is pending has no index yet: whoever reads it now must not get it again.
    flush()
    if (isLost) return null
    return {
      content: text,
      stream_index: index,
      stream_reasoning: reasoning || null,
      stream_tools: tools.length > 0 ? structuredClone(tools) : null,
    }
  })

  const report = (error: unknown) => ctx.log.error({ err: error, run_id: run.id }, 'an answer could not be shown')

  /** Sends an event, after everything that has to be written before it. */
  function send(emit: () => Promise<void>): void {
    if (writesBefore > 0) waiting.push(() => send(emit))
    else emit().catch(report)
  }

  /** Events after this call are sent when the work is done. */
  function before(work: () => Promise<void>): void {
    writesBefore += 1
    write = write
      .then(work)
      .catch(report)
      .finally(() => {
        writesBefore -= 1
        if (writesBefore === 0) for (const send of waiting.splice(0)) send()
      })
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (!pending || isLost) return
    const delta = { ...ids, index: index++, ...pending }
    send(() => ctx.emit(messageDelta, delta, about))
    pending = null
    if (Date.now() - savedAt >= SAVE_INTERVAL_MS) save().catch(report)
  }

  function add(kind: 'text' | 'reasoning', delta: string): void {
    if (pending && pending.kind !== kind) flush()
    if (kind === 'text') text += delta
    else reasoning += delta
    if (kind === 'text' ? !isShown : !isThinkingShown) return
    pending = { kind, delta: (pending?.delta ?? '') + delta }
    timer ??= setTimeout(flush, index === from ? 0 : BATCH_MS)
  }

  /** Saves what was shown so far, unless another process streams it by now. */
  async function save(): Promise<MessageRow | null> {
    savedAt = Date.now()
    const written = { content: text, stream_index: index, stream_reasoning: reasoning || null }
    const row = await savePartialAnswer(ctx, ids.message_id, written, isHeld(run))
    isLost = row === null
    return row
  }

  /** Begins anew from the given place, and has clients do so too, before anything that follows. */
  function reset(to: { text: string; reasoning: string }): void {
    clearTimeout(timer)
    timer = undefined
    pending = null
    text = to.text
    reasoning = to.reasoning
    if (!isShown) return
    const saving = save()
    before(async () => {
      const row = await saving
      if (row) await announceUpdateToChannel(ctx, presentMessage(row, [], teammate), about)
    })
  }

  /** A payload that is too large for events is left out of them, and can be read by its reference. */
  function small(call_id: string, kind: 'input' | 'output', payload: unknown): unknown {
    if (!isTooLarge(payload)) return payload
    before(async () => {
      large.push(await savePayload(ctx, ids.message_id, { call_id, kind, payload }))
    })
    return undefined
  }

  function showTool(event: ToolEvent): void {
    flush()
    if (isLost) return
    const { call_id, tool } = event
    const activity = { ...ids, call_id, tool }
    if (event.type === 'tool_started') {
      const input = small(call_id, 'input', event.input)
      tools.push({ call_id, tool, status: 'running', input })
      if (isThinkingShown) send(() => ctx.emit(toolCallStarted, { ...activity, input }, about))
      return
    }
    const output = small(call_id, 'output', event.output)
    const record = tools.find((each) => each.call_id === call_id)
    if (record) Object.assign(record, { status: event.failed ? 'failed' : 'done', output })
    if (!isThinkingShown) return
    send(() =>
      event.failed
        ? ctx.emit(toolCallFailed, { ...activity, error: String(output ?? 'The tool failed') }, about)
        : ctx.emit(toolCallDone, { ...activity, output }, about),
    )
  }

  return {
    publish(piece: Published): void {
      if (piece.type === 'text' || piece.type === 'reasoning') add(piece.type, piece.text.replaceAll('\0', ''))
      else if (piece.type === 'reset') reset(piece)
      else showTool(piece)
    },

    /** Shows what is left, also what still waits for a write, and answers with all that was shown. */
    async end(): Promise<Shown> {
      flush()
      while (writesBefore > 0) await write
      registered[Symbol.dispose]()
      return { text, reasoning, tools, index, large }
    },
  }
}
