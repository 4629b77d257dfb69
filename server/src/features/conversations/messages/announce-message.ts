import type { Message } from '#contracts/conversations.ts'
import type { Context } from '#platform/context.ts'
import type { ConversationParties } from '../define-channel.ts'
import {
  conversationMessageDeleted,
  conversationMessageSent,
  conversationMessageUpdated,
  messageDone,
} from '../events.ts'

/** Emits a new message: to the channel's audience under its own event, and to everyone who sees the teammate's conversations. */
export async function announceMessage(ctx: Context, message: Message, parties: ConversationParties): Promise<void> {
  await announceToChannel(ctx, 'sent', message, parties)
  await ctx.emit(conversationMessageSent, message, parties)
}

/** Announces a new answer where answers are streamed; all others are notified when it is finished. */
export async function announceBeginning(ctx: Context, message: Message, parties: ConversationParties): Promise<void> {
  await announceToChannel(ctx, 'sent', message, parties)
  if (parties.channel.streamsToInbox) await ctx.emit(conversationMessageSent, message, parties)
}

export async function announceMessageUpdate(
  ctx: Context,
  message: Message,
  parties: ConversationParties,
): Promise<void> {
  await announceToChannel(ctx, 'updated', message, parties)
  await ctx.emit(conversationMessageUpdated, message, parties)
}

/** Announces a restarted answer where answers are streamed. */
export async function announceNewBeginning(
  ctx: Context,
  message: Message,
  parties: ConversationParties,
): Promise<void> {
  await announceToChannel(ctx, 'updated', message, parties)
  if (parties.channel.streamsToInbox) await ctx.emit(conversationMessageUpdated, message, parties)
}

/** Announces a finished answer, whose message replaces what was streamed. */
export async function announceAnswer(ctx: Context, message: Message, parties: ConversationParties): Promise<void> {
  await ctx.emit(messageDone, shownBy(ctx, message, parties), parties)
  await ctx.emit(conversationMessageUpdated, message, parties)
}

export async function announceMessageDeletion(
  ctx: Context,
  { id, conversation_id }: Pick<Message, 'id' | 'conversation_id'>,
  parties: ConversationParties,
): Promise<void> {
  const { events } = parties.channel
  if (events?.deleted) await ctx.emit(events.deleted, { id, conversation_id }, parties)
  await ctx.emit(conversationMessageDeleted, { id, conversation_id }, parties)
}

async function announceToChannel(
  ctx: Context,
  change: 'sent' | 'updated',
  message: Message,
  parties: ConversationParties,
): Promise<void> {
  const { events } = parties.channel
  if (events) await ctx.emit(events[change], shownBy(ctx, message, parties), parties)
}

const shownBy = (ctx: Context, message: Message, { channel }: ConversationParties): Message =>
  channel.shows ? channel.shows(ctx, message) : message
