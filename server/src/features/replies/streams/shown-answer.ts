import type { ContentPayload, ToolCallRecord } from '#contracts/conversations.ts'
import type { MessageRow } from '../../conversations/table.ts'

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
