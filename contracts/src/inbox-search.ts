import { z } from 'zod'
import { Message, withoutNul } from './conversations.ts'
import { describeEndpoints } from './endpoint.ts'
import { CountsQuery, InboxConversation } from './inbox.ts'
import { MIN_SEARCH_LENGTH } from './inbox-names.ts'
import { Instant, pageQuery } from './page.ts'
import * as searchPaths from './paths/inbox-search.ts'

export const ConversationSearch = z.object({
  q: z
    .string()
    .max(200)
    .transform((text) => withoutNul(text).trim())
    .pipe(z.string().min(MIN_SEARCH_LENGTH, `At least ${MIN_SEARCH_LENGTH} characters`)),
  ...pageQuery({ limit: 20, max: 50 }).shape,
  ...CountsQuery.shape,
})
export type ConversationSearch = z.output<typeof ConversationSearch>

/** What a conversation was found by, as plain text, and where the words occur in it. */
export const Match = z.object({
  source: z.enum(['contact', 'title', 'message']),
  /** The newest message that has the words; null where its contact or title was found. */
  message: z
    .object({
      id: z.uuid(),
      role: Message.shape.role,
      /** The colleague who wrote it. */
      user_id: z.uuid().nullable(),
      created_at: Instant,
    })
    .nullable(),
  excerpt: z.string(),
  /** From and to in UTF-16 code units, in order, none overlapping another. */
  highlights: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
})
export type Match = z.infer<typeof Match>

export const FoundConversation = InboxConversation.extend({ match: Match })
export type FoundConversation = z.infer<typeof FoundConversation>

/** A conversation is found once: by its contact or title, which come first, else by a message; each the newest first. */
export const FoundConversations = z.object({
  data: z.array(FoundConversation),
  page: z.number().int(),
  limit: z.number().int(),
  hasMore: z.boolean(),
  /** There may be older ones that were not looked for, because too much says these words, or the time was over. */
  truncated: z.boolean(),
})
export type FoundConversations = z.infer<typeof FoundConversations>

export const inboxSearchEndpoints = describeEndpoints(searchPaths, {
  searchConversations: {
    summary:
      'Find conversations by what was said in them, by their contact or title; every word of `q` has to be there',
    query: ConversationSearch,
    answer: FoundConversations,
  },
})
