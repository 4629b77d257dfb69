/** Messages of a channel or thread, as `conversations.history` and `conversations.replies` page through them. */
import { parseOr, type SlackArguments } from './arguments.ts'
import { ApiError, type SlackChannel, type SlackMessage, type SlackMetadata } from './workspace.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 999

export function readHistory(
  channel: SlackChannel,
  { oldest = '0', limit, cursor, include_all_metadata }: SlackArguments,
  isIncluded: (message: SlackMessage) => boolean,
  /** Of a thread, which is read from this message on and always brings it; a channel is read from its last message on. */
  root?: string,
) {
  const size = limit === undefined ? DEFAULT_LIMIT : Number(limit)
  if (!Number.isInteger(size) || size < 1 || size > MAX_LIMIT) throw new ApiError('invalid_limit')
  const begin = cursor === undefined ? 0 : Number(cursor)
  if (!Number.isInteger(begin)) throw new ApiError('invalid_cursor')
  const found = [...channel.messages.values()]
    .filter((message) => isIncluded(message) && (Number(message.ts) > Number(oldest) || message.ts === root))
    .toSorted((a, b) => (root === undefined ? Number(b.ts) - Number(a.ts) : Number(a.ts) - Number(b.ts)))
  const end = begin + size
  const hasMore = end < found.length
  return {
    messages: found.slice(begin, end).map(({ metadata, ...message }) => ({
      type: 'message',
      ...message,
      ...(metadata && include_all_metadata === 'true' && { metadata }),
    })),
    has_more: hasMore,
    ...(hasMore && { response_metadata: { next_cursor: String(end) } }),
  }
}

export function parseMetadata(text: string | undefined): SlackMetadata | undefined {
  if (text === undefined) return undefined
  const refusal = new ApiError('invalid_metadata_format')
  const value = parseOr(text, refusal)
  if (!isMetadata(value)) throw refusal
  return value
}

const isMetadata = (value: unknown): value is SlackMetadata =>
  typeof value === 'object' &&
  value !== null &&
  'event_type' in value &&
  typeof value.event_type === 'string' &&
  /^[\w-]+$/.test(value.event_type) &&
  'event_payload' in value &&
  typeof value.event_payload === 'object' &&
  value.event_payload !== null
