import type { CountedUsage, FailureKind, FinishReason } from '#features/models/model-language.ts'
import { sse } from '../vendor-double.ts'

/** A stream as a vendor sends it, and what it is in our words. */
export type VendorStream = {
  name: string
  events: string[]
  /** `text/event-stream` where it is not given. */
  content_type?: string
  answer?: {
    text?: string
    reasoning?: string
    reason?: FinishReason
    tool_calls?: { name: string; input: unknown }[]
    usage?: Partial<CountedUsage>
  }
  failure?: FailureKind
  /** Kinds of events that the provider package does not know. */
  unknown?: string[]
}

export const NO_USAGE = { input_tokens: null, output_tokens: null, cached_input_tokens: 0, total_tokens: null }

/** One event whose type is also in its `event:` line. */
export const typed = (event: { type: string } & Record<string, unknown>): string => sse(event, event.type)
