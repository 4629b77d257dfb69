import type { ContentPayload, ToolCallRecord } from '#contracts/conversations.ts'
import type { ConversationParties } from '../../conversations/define-channel.ts'
import { toolCallDone, toolCallFailed, toolCallStarted } from '../../conversations/events.ts'
import { isTooLarge, savePayload } from '../../conversations/messages/save-payload.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { ToolEvent } from '../../runs/run-host.ts'
import type { OrderedEvents } from './ordered-events.ts'

type Options = {
  ids: { run_id: string; conversation_id: string; message_id: string }
  parties: ConversationParties
  events: OrderedEvents
  /** Whether clients are sent what the tools do. */
  isShown: boolean
  /** From before this process continued the answer. */
  records: readonly ToolCallRecord[]
  large: readonly ContentPayload[]
}

/** The calls of tools that an answer makes, as they are shown and saved with it. */
export class ShownTools {
  readonly records: ToolCallRecord[]
  /** What was left out of them. */
  readonly large: ContentPayload[]
  readonly #ctx: OrgContext
  readonly #options: Options

  constructor(ctx: OrgContext, options: Options) {
    this.#ctx = ctx
    this.#options = options
    this.records = [...options.records]
    this.large = [...options.large]
  }

  /** As they are now, which later events do not change; null where there are none. */
  snapshot(): ToolCallRecord[] | null {
    return this.records.length > 0 ? structuredClone(this.records) : null
  }

  show(event: ToolEvent): void {
    if (event.type === 'tool_started') this.#showStarted(event)
    else this.#showEnded(event)
  }

  #showStarted(event: Extract<ToolEvent, { type: 'tool_started' }>): void {
    const { call_id, tool } = event
    // A process that continues with a call that waited emits again that it has begun.
    if (this.records.some((each) => each.call_id === call_id && each.status === 'running')) return
    const { ids, parties, events, isShown } = this.#options
    const input = this.#small(call_id, 'input', event.input)
    this.records.push({ call_id, tool, status: 'running', input })
    if (isShown) events.send(() => this.#ctx.emit(toolCallStarted, { ...ids, call_id, tool, input }, parties))
  }

  #showEnded({ call_id, tool, ...event }: Exclude<ToolEvent, { type: 'tool_started' }>): void {
    const { ids, parties, events, isShown } = this.#options
    const output = this.#small(call_id, 'output', event.output)
    const record = this.records.find((each) => each.call_id === call_id)
    if (record) Object.assign(record, { status: event.failed ? 'failed' : 'done', output })
    if (!isShown) return
    const activity = { ...ids, call_id, tool }
    events.send(() =>
      event.failed
        ? this.#ctx.emit(toolCallFailed, { ...activity, error: String(output ?? 'The tool failed') }, parties)
        : this.#ctx.emit(toolCallDone, { ...activity, output }, parties),
    )
  }

  /** A payload that is too large for events is left out of them, and can be read by its reference. */
  #small(call_id: string, kind: 'input' | 'output', payload: unknown): unknown {
    if (!isTooLarge(payload)) return payload
    const { events, ids } = this.#options
    events.first(async () => {
      this.large.push(await savePayload(this.#ctx, ids.message_id, { call_id, kind, payload }))
    })
    return undefined
  }
}
