import type { Message } from '#contracts/conversations.ts'
import type { MessageDeleted } from '#contracts/inbox.ts'
import type { Room } from '#platform/audience.ts'
import type { Context } from '#platform/context.ts'
import type { EventType } from '#platform/event.ts'
import type { ContactChannelRow } from '../contacts/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import type { AttachmentRow, ConversationRow, MessageRow } from './table.ts'

/** What an announcement needs to know of a conversation: whose it is, and on which channel. */
export type About = {
  teammate: TeammateRow
  channel: ChannelDefinition
  contact_channel: Pick<ContactChannelRow, 'id' | 'user_id'>
}

/** A finished message that a channel takes to the other side. */
export type Delivery = {
  message: MessageRow
  attachments: AttachmentRow[]
  conversation: ConversationRow
  contact_channel: ContactChannelRow
  teammate: TeammateRow
  /** The same at every attempt, so that the other side can drop what it has already. */
  idempotency_key: string
  /** For another side that cannot: what is sent through this is sent once at most. */
  parts: DeliveryParts
  /** Ends when the attempt has taken too long. */
  signal: AbortSignal
}

/**
 * The requests that make up one message, for a side that cannot tell a second arrival from the first: each is begun before it
 * is sent, and ended once it is known whether it has arrived. An attempt that ends in between is made again only where the channel
 * can find out what has arrived.
 */
export type DeliveryParts = {
  /** How many have arrived, at earlier attempts too. */
  readonly sent: number
  /**
   * An earlier attempt ended within a request, whose outcome is unknown; only of a channel that `resolvesUncertainParts`. It calls
   * `end` with what has arrived before it begins another request.
   */
  readonly isUncertain: boolean
  /** Throws where the message was withdrawn meanwhile. `withinMs` is how long the request may take. */
  begin(withinMs: number): Promise<void>
  /** `arrived`: how many parts this request has brought. */
  end(arrived: number): Promise<void>
}

/** What sets one channel apart from the others; nothing else asks what kind of conversation it is dealing with. */
export type ChannelDefinition = {
  /** As conversations carry it: a channel of the contract, or the name of a `custom` one. */
  readonly name: string
  /** Who receives its messages and its growing answers, beside those who see the teammate's conversations. */
  readonly audience: (about: About) => Room[]
  /** The names of the events of messages for that audience. */
  readonly events?: {
    readonly sent: EventType<Message, About>
    readonly updated: EventType<Message, About>
    readonly deleted?: EventType<MessageDeleted, About>
  }
  /** What of a message its audience may see; absent: all of it. */
  readonly shows?: (ctx: Context, message: Message) => Message
  /** What its audience may see of a text so far, while it grows: more text only ever adds to it. Absent: all of it. */
  readonly showsText?: (text: string) => string
  /** Emits a changed conversation to its audience in an event of its own; absent: it receives what the inbox receives. */
  readonly announceConversation?: (ctx: OrgContext, conversation: ConversationRow, about: About) => Promise<void>
  /** Whether an answer is shown while it grows. */
  readonly streams: boolean
  /** Whether those who see the teammate's conversations watch it grow too. */
  readonly streams_to_inbox?: boolean
  /** Whether its messages are found by the words in them. */
  readonly searchable: boolean
  /** Whether its conversations get a generated title. */
  readonly titled: boolean
  readonly accepts_attachments: boolean
  /** The type that a file which comes in is kept as, judged by its content; null refuses it. Absent: what is declared. */
  readonly typeOfFile?: (file: { name: string; mime_type: string; bytes: Buffer }) => Promise<string | null>
  /** Whether a conversation waits for an operator when its teammate has failed to answer. */
  readonly asks_operator?: boolean
  /** Shows the other side that the teammate is at work on an answer, until the signal ends. */
  readonly showWork?: (ctx: OrgContext, conversation_id: string, about: About, signal: AbortSignal) => Promise<void>
  /** Takes a finished message to the other side; it throws where that failed, and is called again then. */
  readonly deliver?: (ctx: OrgContext, delivery: Delivery) => Promise<void>
  /** `deliver` finds out what an attempt of unknown outcome has sent, so that there may be another one. */
  readonly resolvesUncertainParts?: boolean
}

/** Thrown by `deliver` where another attempt would be refused as well. */
export class UndeliverableError extends Error {}

/** Thrown by `deliver` where a generated message could not be prepared, so that nothing of it was sent: it has failed itself. */
export class PreparationError extends UndeliverableError {}

/** Thrown by `deliver` where the other side says when it may be tried again. */
export class NotYetDeliverableError extends Error {
  readonly after_seconds: number

  constructor(message: string, after_seconds: number) {
    super(message)
    this.after_seconds = after_seconds
  }
}

const channels = new Map<string, ChannelDefinition>()

/** Each surface declares the channels that it serves. */
export function defineChannel(definition: ChannelDefinition): ChannelDefinition {
  channels.set(definition.name, definition)
  return definition
}

/** Conversations of programs, under names that no surface has declared. */
const plain: Omit<ChannelDefinition, 'name'> = {
  audience: () => [],
  streams: false,
  searchable: true,
  titled: false,
  accepts_attachments: true,
}

/** The channel of a conversation. */
export function channelOf({
  channel,
  channel_name,
}: Pick<ConversationRow, 'channel' | 'channel_name'>): ChannelDefinition {
  const name = channel === 'custom' ? channel_name : channel
  return channels.get(name) ?? { ...plain, name }
}

/** The channel that delivers, by its own name; undefined when no surface of this process has it. */
export const deliveringChannel = (name: string): ChannelDefinition | undefined => channels.get(name)
