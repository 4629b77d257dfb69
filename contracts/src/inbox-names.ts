/** What the inbox is filtered by, as it is in addresses and queries. Free of zod, because pages hold it. */
export const INBOX_FILTERS = ['my', 'human', 'waiting', 'escalated', 'ai'] as const
export type InboxFilter = (typeof INBOX_FILTERS)[number]

export const CHANNEL_CATEGORIES = ['all', 'external', 'internal'] as const
export type ChannelCategory = (typeof CHANNEL_CATEGORIES)[number]

/** What someone does in a conversation that they have open. */
export const PRESENCE_STATES = ['viewing', 'typing', 'left'] as const
export type PresenceState = (typeof PRESENCE_STATES)[number]
/** How long presence lasts unless it is repeated; a person who has stopped typing is still there. */
export const PRESENCE_LASTS_MS = { viewing: 45_000, typing: 8_000, left: 0 } as const satisfies Record<
  PresenceState,
  number
>

/** What decides in which of the inbox's buckets a conversation is counted. */
export type InboxState = {
  assigned_user_id: string | null
  unanswered_since: string | null
  status: string
  /** False before the first message, and once the conversation was deleted. */
  is_counted: boolean
}

/** The buckets that count a conversation for one viewer; they may overlap. */
export function bucketsOf(standing: InboxState, viewer_id: string): InboxFilter[] {
  const { assigned_user_id, unanswered_since, status, is_counted } = standing
  if (!is_counted) return []
  if (assigned_user_id === null) return status === 'waiting_for_operator' ? ['escalated', 'ai'] : ['ai']
  const owner = assigned_user_id === viewer_id ? 'my' : 'human'
  return unanswered_since === null ? [owner] : [owner, 'waiting']
}

/** The fewest characters that conversations are searched by. */
export const MIN_SEARCH_LENGTH = 3
