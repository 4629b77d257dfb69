import { setTimeout as sleep } from 'node:timers/promises'
import type { ContentPayload, ToolCallRecord } from '#contracts/conversations.ts'
import type { WaitingFor } from '#contracts/waiting.ts'
import { saveFallback } from '../../conversations/answers/save-fallback.ts'
import { savePartialAnswer } from '../../conversations/answers/save-partial-answer.ts'
import { toolCallDone, toolCallFailed, toolCallStarted } from '../../conversations/events.ts'
import { announceMessageUpdate, announceNewBeginning } from '../../conversations/messages/announce-message.ts'
import { isTooLarge, savePayload, withoutLargeInput } from '../../conversations/messages/save-payload.ts'
import { presentMessage } from '../../conversations/present.ts'
import type { MessageRow } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { isLeaseHolder } from '../../runs/is-lease-holder.ts'
import type { Published, ToolEvent } from '../../runs/run-host.ts'
import type { LeasedRun } from '../../runs/table.ts'
import { cutAnswer } from '../answers/cut-answer.ts'
import type { Reply } from '../answers/reply.ts'
import { answerChanged } from './answer-changes.ts'
import { channelText, emitDelta } from './channel-text.ts'
import { isOutdated, registerLiveAnswer } from './live-answers.ts'
import { orderedEvents } from './ordered-events.ts'
import { saveBudget } from './save-budget.ts'

/** Tokens within this time are sent in one event. */
const BATCH_MS = 25
/** How often a growing answer is saved without a request. */
const SAVE_INTERVAL_MS = 2000
/** How often it is saved on average at most, so that readers in other processes may ask for it. */
const MS_PER_SAVE = 1000
/** How long a reader in another process waits for a save that is not within the budget yet; then it reads the last one. */
const MAX_SAVE_WAIT_MS = 100

/** All that was shown of an answer. */
export type Shown = {
  text: string
  reasoning: string
  tools: ToolCallRecord[]
  /** What was left out of them. */
  large: ContentPayload[]
  index: number
}

/** The part of an answer that was shown before this process continued it. */
export type ShownBefore = Shown & Pick<MessageRow, 'waiting_since' | 'waiting_for'>

export const NOTHING_SHOWN: ShownBefore = {
  text: '',
  reasoning: '',
  tools: [],
  large: [],
  index: 0,
  waiting_since: null,
  waiting_for: null,
}

/** Shows an answer while it grows: deltas with a running index, and once in a while the text so far, saved. */
export function openStream(
  ctx: OrgContext,
  run: LeasedRun,
  { conversation_id, ...parties }: Reply,
  before: ShownBefore,
) {
  const { teammate, channel } = parties
  const isShown = channel.streams
  const isThinkingShown = isShown && teammate.show_thinking
  const ids = { run_id: run.id, conversation_id, message_id: run.assistant_message_id ?? run.id }
  const tools: ToolCallRecord[] = [...before.tools]
  const large: ContentPayload[] = [...before.large]
  let { text, reasoning, index, waiting_since, waiting_for } = before
  const forChannel = channelText(parties, before)
  /** Reasoning from before a wait, which a process that continues does not produce again. */
  let earlierReasoning = before.reasoning
  let pending: { kind: 'text' | 'reasoning'; delta: string } | null = null
  let timer: NodeJS.Timeout | undefined
  let savedAt = Date.now()
  const budget = saveBudget(MS_PER_SAVE)
  let saving: Promise<unknown> = Promise.resolve()
  let wanted: Promise<void> | null = null
  /** True once another process streams this answer, or none may. */
  let isLost = isOutdated({ conversation_id, epoch: run.epoch })
  let isEnded = false
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  /** What clients have received; only this stays after a takeover. */
  let emitted = { content: text, stream_reasoning: reasoning || null, stream_index: index }
  const report = (error: unknown) => ctx.log.error({ err: error, run_id: run.id }, 'an answer could not be shown')
  const events = orderedEvents({ isLost: () => isLost, report })
  const written = () => ({
    content: text,
    stream_index: index,
    stream_reasoning: reasoning || null,
    stream_tools: tools.length > 0 ? structuredClone(tools) : null,
    waiting_since,
    waiting_for,
  })
  const registered = registerLiveAnswer(ids.message_id, {
    conversation_id,
    epoch: run.epoch,
    read() {
      // What is pending has no index yet: a client that reads it now must not get it again.
      flush()
      return isLost ? null : written()
    },
    peek: () => (isLost ? null : { text, waiting_for }),
    save() {
      wanted ??= saveWanted().finally(() => {
        wanted = null
      })
      return wanted
    },
    async silence() {
      // Its end is being written, and decides under the conversation's lock.
      if (isEnded) return finished
      isLost = true
      clearTimeout(timer)
      pending = null
      events.drop()
      answerChanged(ids.message_id)
      await saving
      await cutAnswer(ctx, ids.message_id, parties, stayed()).catch(report)
      // Its end may have come first meanwhile, and is pushed before it is finished.
      if (isEnded) await finished
    },
  })
  const stayed = () => ({ ...emitted, stream_tools: tools.length > 0 ? structuredClone(tools) : null })

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (!pending || isLost) return
    const delta = { ...ids, index: index++, ...pending }
    const seen = forChannel?.added(delta.kind, delta.kind === 'text' ? text : reasoning)
    const then = { content: text, stream_reasoning: reasoning || null, stream_index: index }
    events.send(() => {
      emitted = then
      return emitDelta(ctx, parties, delta, seen)
    })
    pending = null
    if (Date.now() - savedAt >= SAVE_INTERVAL_MS && budget.waitMs() === 0) save().catch(report)
  }

  function add(kind: 'text' | 'reasoning', delta: string): void {
    if (pending && pending.kind !== kind) flush()
    if (kind === 'text') text += delta
    else reasoning += delta
    if (kind === 'text') answerChanged(ids.message_id)
    if (kind === 'text' ? !isShown : !isThinkingShown) return
    pending = { kind, delta: (pending?.delta ?? '') + delta }
    timer ??= setTimeout(flush, index === before.index ? 0 : BATCH_MS)
  }

  /** Saves what was shown so far, unless another process streams it by now. */
  function save(): Promise<MessageRow | null> {
    savedAt = Date.now()
    budget.spend()
    const now = written()
    // Serialized, so that an older save does not overwrite a newer one.
    const saved = saving.then(async () => {
      const row = await savePartialAnswer(ctx, ids.message_id, now, isLeaseHolder(run))
      // Never the other way: a cancellation while this was written must not be undone.
      if (row === null) isLost = true
      return row
    })
    saving = saved.catch(() => null)
    return saved
  }

  /** Saves for a reader in another process, as soon as the budget allows and before the reader stops waiting. */
  async function saveWanted(): Promise<void> {
    const waitMs = budget.waitMs()
    if (waitMs > MAX_SAVE_WAIT_MS) return
    if (waitMs > 0) await sleep(waitMs)
    flush()
    if (!isLost && !isEnded) await save()
  }

  /** Resets the answer to the given texts, here and on clients, before later events. */
  function reset(to: { text: string; reasoning: string }): void {
    clearTimeout(timer)
    timer = undefined
    pending = null
    text = to.text
    reasoning = `${earlierReasoning}${to.reasoning}`
    forChannel?.reset({ text, reasoning })
    const hasWaited = waiting_since !== null
    // Continuing gets an index of its own, as waiting did, so that a client can order it after what it read before.
    if (hasWaited) index++
    waiting_since = null
    waiting_for = null
    answerChanged(ids.message_id)
    if (!isShown && !hasWaited) return
    const saved = save()
    const announce = hasWaited ? announceMessageUpdate : announceNewBeginning
    events.first(async () => {
      const row = await saved
      if (!row || isLost) return
      emitted = { content: row.content, stream_reasoning: row.stream_reasoning, stream_index: row.stream_index }
      await announce(ctx, presentMessage(row, [], teammate, [...large]), parties)
    })
  }

  /** All of the run waits: what was shown is saved, and clients are notified that nothing follows for now. */
  async function wait(awaited: WaitingFor | null): Promise<void> {
    flush()
    await events.written()
    index++
    earlierReasoning = reasoning
    waiting_since = ctx.now()
    waiting_for = awaited && withoutLargeInput(awaited)
    answerChanged(ids.message_id)
    const row = await save()
    if (row) await announceMessageUpdate(ctx, presentMessage(row, [], teammate, [...large]), parties)
  }

  /** A payload that is too large for events is left out of them, and can be read by its reference. */
  function small(call_id: string, kind: 'input' | 'output', payload: unknown): unknown {
    if (!isTooLarge(payload)) return payload
    events.first(async () => {
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
      // A process that continues with a call that waited emits again that it has begun.
      if (tools.some((each) => each.call_id === call_id && each.status === 'running')) return
      const input = small(call_id, 'input', event.input)
      tools.push({ call_id, tool, status: 'running', input })
      if (isThinkingShown) events.send(() => ctx.emit(toolCallStarted, { ...activity, input }, parties))
      return
    }
    const output = small(call_id, 'output', event.output)
    const record = tools.find((each) => each.call_id === call_id)
    if (record) Object.assign(record, { status: event.failed ? 'failed' : 'done', output })
    if (!isThinkingShown) return
    events.send(() =>
      event.failed
        ? ctx.emit(toolCallFailed, { ...activity, error: String(output ?? 'The tool failed') }, parties)
        : ctx.emit(toolCallDone, { ...activity, output }, parties),
    )
  }

  /** Nothing more is shown here. */
  function close(): void {
    clearTimeout(timer)
    isEnded = true
    registered[Symbol.dispose]()
    finish()
  }

  return {
    publish(piece: Published): void {
      if (piece.type === 'text' || piece.type === 'reasoning') add(piece.type, piece.text.replaceAll('\0', ''))
      else if (piece.type === 'reset') reset(piece)
      else if (piece.type === 'fallback')
        events.first(() => saveFallback(ctx, ids.message_id, piece.fallback, isLeaseHolder(run)))
      else showTool(piece)
    },

    wait,

    close,

    /**
     * Shows what is left, also what still waits for a write, and answers with all that was shown. The stream is closed
     * with what it answers: once the end is written, and pushed.
     */
    async end(): Promise<Shown & { emitted: ReturnType<typeof stayed> } & Disposable> {
      flush()
      isEnded = true
      await events.written()
      return { text, reasoning, tools, index, large, emitted: stayed(), [Symbol.dispose]: close }
    },
  }
}
