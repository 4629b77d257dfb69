import { setTimeout as sleep } from 'node:timers/promises'
import type { WaitingFor } from '#contracts/waiting.ts'
import { saveFallback } from '../../conversations/answers/save-fallback.ts'
import { type PartialAnswer, savePartialAnswer } from '../../conversations/answers/save-partial-answer.ts'
import type { ConversationParties } from '../../conversations/define-channel.ts'
import { announceMessageUpdate, announceNewBeginning } from '../../conversations/messages/announce-message.ts'
import { withoutLargeInput } from '../../conversations/messages/save-payload.ts'
import { presentMessage } from '../../conversations/present.ts'
import type { MessageRow } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { isLeaseHolder } from '../../runs/is-lease-holder.ts'
import type { Published } from '../../runs/run-host.ts'
import type { LeasedRun } from '../../runs/table.ts'
import { cutAnswer } from '../answers/cut-answer.ts'
import type { Reply } from '../answers/reply.ts'
import { answerChanged } from './answer-changes.ts'
import { channelText, emitDelta } from './channel-text.ts'
import { isOutdated, registerLiveAnswer } from './live-answers.ts'
import { type OrderedEvents, orderedEvents } from './ordered-events.ts'
import { saveBudget } from './save-budget.ts'
import type { Shown, ShownBefore } from './shown-answer.ts'
import { ShownTools } from './shown-tools.ts'

/** Tokens within this time are sent in one event. */
const BATCH_MS = 25
/** How often a growing answer is saved without a request. */
const SAVE_INTERVAL_MS = 2000
/** How often it is saved on average at most, so that readers in other processes may ask for it. */
const MS_PER_SAVE = 1000
/** How long a reader in another process waits for a save that is not within the budget yet; then it reads the last one. */
const MAX_SAVE_WAIT_MS = 100

type Kind = 'text' | 'reasoning'
type Emitted = Pick<PartialAnswer, 'content' | 'stream_reasoning' | 'stream_index'>

/** Shows an answer while it grows: deltas with a running index, and once in a while the text so far, saved. */
export class AnswerStream {
  readonly #ctx: OrgContext
  readonly #run: LeasedRun
  readonly #parties: ConversationParties
  readonly #ids: { run_id: string; conversation_id: string; message_id: string }
  readonly #forChannel: ReturnType<typeof channelText>
  readonly #events: OrderedEvents
  readonly #tools: ShownTools
  readonly #registered: Disposable
  readonly #budget = saveBudget(MS_PER_SAVE)
  readonly #finished = Promise.withResolvers<void>()
  /** The first delta of this process is not batched. */
  readonly #firstIndex: number
  #texts: Record<Kind, string>
  #index: number
  #waiting: Pick<PartialAnswer, 'waiting_since' | 'waiting_for'>
  /** Reasoning from before a wait, which a process that continues does not produce again. */
  #earlierReasoning: string
  /** What clients have received; only this stays after a takeover. */
  #emitted: Emitted
  #pending: { kind: Kind; delta: string } | null = null
  #timer: NodeJS.Timeout | undefined
  #savedAt = Date.now()
  #saving: Promise<unknown> = Promise.resolve()
  #savingForReader: Promise<void> | null = null
  /** True once another process streams this answer, or none may. */
  #isLost: boolean
  #isEnded = false

  constructor(ctx: OrgContext, run: LeasedRun, { conversation_id, ...parties }: Reply, before: ShownBefore) {
    this.#ctx = ctx
    this.#run = run
    this.#parties = parties
    this.#ids = { run_id: run.id, conversation_id, message_id: run.assistant_message_id ?? run.id }
    this.#texts = { text: before.text, reasoning: before.reasoning }
    this.#firstIndex = before.index
    this.#index = before.index
    this.#waiting = { waiting_since: before.waiting_since, waiting_for: before.waiting_for }
    this.#earlierReasoning = before.reasoning
    this.#emitted = this.#texted()
    this.#forChannel = channelText(parties, before)
    this.#isLost = isOutdated({ conversation_id, epoch: run.epoch })
    const events = orderedEvents({ isLost: () => this.#isLost, report: this.#report })
    this.#events = events
    const { tools: records, large } = before
    this.#tools = new ShownTools(ctx, {
      ...{ ids: this.#ids, parties, events, records, large },
      isShown: this.#isThinkingShown,
    })
    this.#registered = this.#register(conversation_id)
  }

  publish(piece: Published): void {
    if (piece.type === 'text' || piece.type === 'reasoning') this.#add(piece.type, piece.text.replaceAll('\0', ''))
    else if (piece.type === 'reset') this.#reset(piece)
    else if (piece.type === 'fallback') this.#saveFallback(piece.fallback)
    else {
      this.#flush()
      if (!this.#isLost) this.#tools.show(piece)
    }
  }

  /** All of the run waits: what was shown is saved, and clients are notified that nothing follows for now. */
  async wait(awaited: WaitingFor | null): Promise<void> {
    this.#flush()
    await this.#events.written()
    this.#index++
    this.#earlierReasoning = this.#texts.reasoning
    this.#waiting = { waiting_since: this.#ctx.now(), waiting_for: awaited && withoutLargeInput(awaited) }
    answerChanged(this.#ids.message_id)
    const row = await this.#save()
    if (row) await announceMessageUpdate(this.#ctx, this.#presented(row), this.#parties)
  }

  /**
   * Shows what is left, also what still waits for a write, and answers with all that was shown. The stream is closed
   * with what it answers: once the end is written, and pushed.
   */
  async end(): Promise<Shown & { emitted: ReturnType<AnswerStream['emitted']> } & Disposable> {
    this.#flush()
    this.#isEnded = true
    await this.#events.written()
    const { records: tools, large } = this.#tools
    const shown = { ...this.#texts, tools, index: this.#index, large, emitted: this.emitted() }
    return { ...shown, [Symbol.dispose]: () => this.close() }
  }

  /** Nothing more is shown here. */
  close(): void {
    clearTimeout(this.#timer)
    this.#isEnded = true
    this.#registered[Symbol.dispose]()
    this.#finished.resolve()
  }

  /** What clients have received. */
  emitted(): Emitted & Pick<PartialAnswer, 'stream_tools'> {
    return { ...this.#emitted, stream_tools: this.#tools.snapshot() }
  }

  readonly #report = (error: unknown): void =>
    this.#ctx.log.error({ err: error, run_id: this.#run.id }, 'an answer could not be shown')

  get #isThinkingShown(): boolean {
    const { channel, teammate } = this.#parties
    return channel.streams && teammate.show_thinking
  }

  #texted(): Emitted {
    const { text, reasoning } = this.#texts
    return { content: text, stream_reasoning: reasoning || null, stream_index: this.#index }
  }

  #written(): PartialAnswer {
    return { ...this.#texted(), stream_tools: this.#tools.snapshot(), ...this.#waiting }
  }

  #presented(row: MessageRow) {
    return presentMessage(row, [], this.#parties.teammate, [...this.#tools.large])
  }

  #register(conversation_id: string): Disposable {
    return registerLiveAnswer(this.#ids.message_id, {
      conversation_id,
      epoch: this.#run.epoch,
      read: () => {
        // What is pending has no index yet: a client that reads it now must not get it again.
        this.#flush()
        return this.#isLost ? null : this.#written()
      },
      peek: () => (this.#isLost ? null : { text: this.#texts.text, waiting_for: this.#waiting.waiting_for }),
      save: () => {
        this.#savingForReader ??= this.#saveForReader().finally(() => {
          this.#savingForReader = null
        })
        return this.#savingForReader
      },
      silence: () => this.#silence(),
    })
  }

  async #silence(): Promise<void> {
    // Its end is being written, and decides under the conversation's lock.
    if (this.#isEnded) return this.#finished.promise
    this.#isLost = true
    clearTimeout(this.#timer)
    this.#pending = null
    this.#events.drop()
    answerChanged(this.#ids.message_id)
    await this.#saving
    await cutAnswer(this.#ctx, this.#ids.message_id, this.#parties, this.emitted()).catch(this.#report)
    // Its end may have come first meanwhile, and is pushed before it is finished.
    if (this.#isEnded) await this.#finished.promise
  }

  #add(kind: Kind, delta: string): void {
    if (this.#pending && this.#pending.kind !== kind) this.#flush()
    this.#texts[kind] += delta
    if (kind === 'text') answerChanged(this.#ids.message_id)
    if (kind === 'text' ? !this.#parties.channel.streams : !this.#isThinkingShown) return
    this.#pending = { kind, delta: (this.#pending?.delta ?? '') + delta }
    this.#timer ??= setTimeout(() => this.#flush(), this.#index === this.#firstIndex ? 0 : BATCH_MS)
  }

  #flush(): void {
    this.#stopTimer()
    if (!this.#pending || this.#isLost) return
    const { kind } = this.#pending
    const delta = { ...this.#ids, index: this.#index++, ...this.#pending }
    const seen = this.#forChannel?.added(kind, this.#texts[kind])
    const then = this.#texted()
    this.#events.send(() => {
      this.#emitted = then
      return emitDelta(this.#ctx, this.#parties, delta, seen)
    })
    this.#pending = null
    const isDue = Date.now() - this.#savedAt >= SAVE_INTERVAL_MS && this.#budget.waitMs() === 0
    if (isDue) this.#save().catch(this.#report)
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Saves what was shown so far, unless another process streams it by now. */
  #save(): Promise<MessageRow | null> {
    this.#savedAt = Date.now()
    this.#budget.spend()
    const now = this.#written()
    // Serialized, so that an older save does not overwrite a newer one.
    const saved = this.#saving.then(async () => {
      const row = await savePartialAnswer(this.#ctx, this.#ids.message_id, now, isLeaseHolder(this.#run))
      // Never the other way: a cancellation while this was written must not be undone.
      if (row === null) this.#isLost = true
      return row
    })
    this.#saving = saved.catch(() => null)
    return saved
  }

  /** Saves for a reader in another process, as soon as the budget allows and before the reader stops waiting. */
  async #saveForReader(): Promise<void> {
    const waitMs = this.#budget.waitMs()
    if (waitMs > MAX_SAVE_WAIT_MS) return
    if (waitMs > 0) await sleep(waitMs)
    this.#flush()
    if (!this.#isLost && !this.#isEnded) await this.#save()
  }

  #saveFallback(fallback: Extract<Published, { type: 'fallback' }>['fallback']): void {
    this.#events.first(() => saveFallback(this.#ctx, this.#ids.message_id, fallback, isLeaseHolder(this.#run)))
  }

  /** Resets the answer to the given texts, here and on clients, before later events. */
  #reset({ text, reasoning }: Record<Kind, string>): void {
    this.#stopTimer()
    this.#pending = null
    this.#texts = { text, reasoning: `${this.#earlierReasoning}${reasoning}` }
    this.#forChannel?.reset(this.#texts)
    const hasWaited = this.#waiting.waiting_since !== null
    // Continuing gets an index of its own, as waiting did, so that a client can order it after what it read before.
    if (hasWaited) this.#index++
    this.#waiting = { waiting_since: null, waiting_for: null }
    answerChanged(this.#ids.message_id)
    if (this.#parties.channel.streams || hasWaited) this.#announceReset(hasWaited)
  }

  #announceReset(hasWaited: boolean): void {
    const saved = this.#save()
    const announce = hasWaited ? announceMessageUpdate : announceNewBeginning
    this.#events.first(async () => {
      const row = await saved
      if (!row || this.#isLost) return
      this.#emitted = {
        content: row.content,
        stream_reasoning: row.stream_reasoning,
        stream_index: row.stream_index,
      }
      await announce(this.#ctx, this.#presented(row), this.#parties)
    })
  }
}
