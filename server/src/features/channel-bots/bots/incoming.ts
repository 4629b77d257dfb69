import type { ConversationRow } from '../../conversations/table.ts'
import type { ChannelChatRow } from '../table.ts'

/** Where updates were written; the chat has no conversation before the first message that is received. */
export type UpdatesTarget = { chat: ChannelChatRow; conversation: ConversationRow | null }

/** A file of a message that a chat platform has sent. */
export type IncomingFile = {
  /** The id or address by which the platform is asked for it. */
  ref: string
  name: string
  mime_type: string
  /** In bytes, as the platform states it; 0 where it does not. */
  size: number
  /** Its speech is transcribed (contract, rule 3 of chat platforms). */
  is_speech: boolean
}

export type IncomingMessage = {
  /** The platform's own id of it within its chat. */
  id: string
  /** The person's words, empty where there are only files. */
  text: string
  /** The text that it replies to, where the teammate gets it (rule 4). */
  replied_to?: string | undefined
  files: readonly IncomingFile[]
  /** True where it only opens a conversation, as `/start` does, and asks nothing. */
  is_opening?: boolean
}

/** What one person has written, in one message or several that are answered together. */
export type Incoming = {
  sender: {
    /** The platform's id of the person, which becomes the contact's `external_id`. */
    id: string
    first_name?: string | undefined
    last_name?: string | undefined
    /** The language of the bot's own notices, as a BCP 47 tag. */
    language?: string | undefined
  }
  /** Shown beside each message where several people write: only in shared chats. */
  sender_name: string | undefined
  /** At least one. */
  messages: readonly IncomingMessage[]
}
