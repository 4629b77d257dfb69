import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { Vendor } from '#contracts/parties.ts'
import type { FinishReason } from '../model-language.ts'

type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>

/** Vendors that send no finish reason for an answer that was not cut off. */
const ENDS_WITHOUT_A_WORD: readonly Vendor[] = ['vendor_1', 'vendor_6']

/**
 * Words of vendors which packages call "other". Null: the vendor broke the answer off. The first are those of servers that
 * a custom one may be, from the packages of DeepSeek, Mistral and Zhipu, and vLLM's source; only `error` has no source but
 * memory of Mistral's. Those in capitals are Gemini's, from the types of `@google/genai` 3.3.0.
 */
const OWN_WORDS = new Map<string, FinishReason | null>([
  ['insufficient_system_resource', null],
  ['network_error', null],
  ['error', null],
  ['abort', null],
  ['model_length', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['sensitive', 'content_filter'],
  ['UNEXPECTED_TOOL_CALL', null],
  ['TOO_MANY_TOOL_CALLS', null],
  ['MISSING_THOUGHT_SIGNATURE', null],
  ['MALFORMED_RESPONSE', null],
  // The account of the key was limited, so that no try at Google continues and a fallback of another vendor may.
  ['PUP_LIMITED_DISABLED', null],
  ['CONTINUATION', 'length'],
  ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
  ['IMAGE_RECITATION', 'content_filter'],
  ['ESCALATION', 'content_filter'],
  ['MODEL_ARMOR', 'content_filter'],
])

/**
 * The one rule for streams that broke off: an answer is complete only if its vendor reported its end.
 * Packages call a stream without that "error", "interrupted" or "other", or even take tool calls for an ending.
 * Null: it broke off.
 */
export function finishReasonOf(provider: Vendor, { finishReason }: FinishPart): FinishReason | null {
  const { unified, raw } = finishReason
  if (raw === undefined && !ENDS_WITHOUT_A_WORD.includes(provider)) return null
  switch (unified) {
    case 'stop':
      return 'stop'
    case 'tool-calls':
      return 'tool_calls'
    case 'content-filter':
      return 'content_filter'
    case 'length':
      return 'length'
    case 'other':
      if (raw === undefined) return null
      return OWN_WORDS.has(raw) ? (OWN_WORDS.get(raw) ?? null) : 'other'
    default:
      return null
  }
}
