import type { ChannelChat, SetChatStatus } from '#contracts/bot-chats.ts'
import type { chatPlatforms } from '#contracts/parties.ts'
import type { EventName } from '../../../../lib/realtime.ts'

type TeammateParams = { organization_id: string; employee_id: string }
type Page<T> = { data: T[]; page: number; hasMore: boolean }
type EventsLike<Name extends string> = Extract<EventName, Name>

/** What the bots of all platforms have in common. */
export type BotState = {
  status: 'active' | 'invalid' | 'disconnected'
  enables_private_chats: boolean
  is_access_decided: boolean
  connected_at: string | null
}

/** How the page speaks with the server about the bots of one platform. */
export type BotApi<Bot extends BotState> = {
  channel: keyof typeof chatPlatforms
  /** The events that bring a bot, and one of its chats. */
  events: {
    bot: EventsLike<`ai_employee_${string}.updated`>
    chats: readonly EventsLike<`ai_employee_${string}_${'chat' | 'channel'}.${'created' | 'updated'}`>[]
  }
  show: (params: TeammateParams, signal: AbortSignal) => Promise<Bot>
  update: (params: TeammateParams, body: { enables_private_chats: boolean }) => Promise<Bot>
  disconnect: (params: TeammateParams) => Promise<Bot>
  listChats: (
    params: TeammateParams,
    query: { page: number; limit: number },
    signal: AbortSignal,
  ) => Promise<Page<ChannelChat>>
  setChatStatus: (params: TeammateParams & { chat_id: string }, body: SetChatStatus) => Promise<ChannelChat>
}
