import type { Message } from '#contracts/conversations.ts'
import type { MessageDeleted } from '#contracts/inbox.ts'
import type { Room } from '#platform/audience.ts'
import type { Context } from '#platform/context.ts'
import type { EventType } from '#platform/event.ts'
import type { ContactChannelRow } from '../contacts/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import type { AttachmentRow, ConversationRow, MessageRow } from './table.ts'

/** The teammate, channel and contact channel of a conversation, which decide who is notified of its events. */
export type ConversationParties = {
  teammate: TeammateRow
  channel: ChannelDefinition
  contact_channel: Pick<ContactChannelRow, 'id' | 'user_id'>
}

/** A finished message that a channel delivers. */
export type Delivery = {
  message: MessageRow
  attachments: AttachmentRow[]
  conversation: ConversationRow
  contact_channel: ContactChannelRow
  teammate: TeammateRow
  /** The same at every attempt, so that a receiver can recognize a repeated message. */
  idempotency_key: string
  /** For receivers that cannot recognize one: requests made through this are made at most once. */
  parts: DeliveryParts
  /** Ends when the attempt has taken too long. */
  signal: AbortSignal
}

/**
 * The requests that make up one message, for receivers that cannot recognize a repeated one. Each is recorded as begun before it
 * is sent, and as ended once its outcome is known. An attempt that ends in between is repeated only where the channel can look up
 * what has arrived.
 */
export type DeliveryParts = {
  /** How many have arrived, including earlier attempts. */
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

/** How one channel differs from the others. No other code asks for a channel by name. */
export type ChannelDefinition = {
  /** A channel of the contract, or the name of a `custom` one, as stored in conversations. */
  readonly name: string
  /** The rooms that receive its messages and streamed answers, beside people who see the teammate's conversations. */
  readonly audience: (parties: ConversationParties) => Room[]
  /** The message events for that audience. */
  readonly events?: {
    readonly sent: EventType<Message, ConversationParties>
    readonly updated: EventType<Message, ConversationParties>
    readonly deleted?: EventType<MessageDeleted, ConversationParties>
  }
  /** Hides what its audience may not see of a message. Absent: it sees everything. */
  readonly shows?: (ctx: Context, message: Message) => Message
  /**
   * The same for the text of an answer while it is streamed; a longer text must only add to the result. Absent: all of it.
   */
  readonly showsText?: (text: string) => string
  /** Whether those who look after its conversations decide what a teammate may do, and its audience is not asked. */
  readonly hidesApprovals?: boolean
  /** Emits a changed conversation to its audience in an event of its own; absent: it receives what the inbox receives. */
  readonly announceConversation?: (
    ctx: OrgContext,
    conversation: ConversationRow,
    parties: ConversationParties,
  ) => Promise<void>
  /** Whether answers are streamed. */
  readonly streams: boolean
  /** Whether answers are streamed to the inbox too. */
  readonly streamsToInbox?: boolean
  /** Whether its messages can be searched. */
  readonly searchable: boolean
  /** Whether its conversations get a generated title. */
  readonly titled: boolean
  readonly acceptsAttachments: boolean
  /**
   * The type under which an incoming file is stored, determined by its content; null refuses it. Absent: the declared type.
   */
  readonly typeOfFile?: (file: { name: string; mime_type: string; bytes: Buffer }) => Promise<string | null>
  /** Whether a conversation waits for an operator when its teammate has failed to answer. */
  readonly asksOperator?: boolean
  /** Shows a typing indicator until the signal aborts. */
  readonly showWork?: (
    ctx: OrgContext,
    conversation_id: string,
    parties: ConversationParties,
    signal: AbortSignal,
  ) => Promise<void>
  /** Delivers a finished message; throws on failure, and is called again then. */
  readonly deliver?: (ctx: OrgContext, delivery: Delivery) => Promise<void>
  /** True where `deliver` can look up what an attempt of unknown outcome has sent, so that it may be repeated. */
  readonly resolvesUncertainParts?: boolean
}

/** Thrown by `deliver` where another attempt would be refused as well. */
export class UndeliverableError extends Error {}

/**
 * Thrown by `deliver` where a generated message could not be prepared: nothing was sent, and the message itself counts as
 * failed.
 */
export class PreparationError extends UndeliverableError {}

/** Thrown by `deliver` where the platform says when to try again. */
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
  acceptsAttachments: true,
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
