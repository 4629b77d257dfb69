import type { ChannelChat } from '#contracts/bot-chats.ts'

export type ChatPage = { data: ChannelChat[]; page: number; hasMore: boolean }
export type CachedChats = { pages: ChatPage[]; pageParams: unknown[] }

/**
 * A chat as it is now, in the place that its last message gives it. Beyond what is loaded it has none yet. The first page holds
 * them all then: the last one says how far the list was read.
 */
export function withChat(cached: CachedChats, chat: ChannelChat): CachedChats {
  const [first, ...rest] = cached.pages
  if (!first) return cached
  const loaded = cached.pages.flatMap(({ data }) => data)
  const others = loaded.filter(({ id }) => id !== chat.id)
  const before = others.findIndex(({ last_seen_at }) => last_seen_at <= chat.last_seen_at)
  const isNew = others.length === loaded.length
  if (before === -1 && isNew && cached.pages.at(-1)?.hasMore) return cached
  const data = others.toSpliced(before === -1 ? others.length : before, 0, chat)
  return { ...cached, pages: [{ ...first, data }, ...rest.map((page) => ({ ...page, data: [] }))] }
}
