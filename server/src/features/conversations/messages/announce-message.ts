import type { Message } from '#contracts/conversations.ts'
import type { Context } from '#platform/context.ts'
import type { About } from '../define-channel.ts'
import {
  conversationMessageDeleted,
  conversationMessageSent,
  conversationMessageUpdated,
  messageDone,
} from '../events.ts'

/** Emits a new message: to the channel's audience under its own event, and to everyone who sees the teammate's conversations. */
export async function announceMessage(ctx: Context, message: Message, about: About): Promise<void> {
  await announceToChannel(ctx, 'sent', message, about)
  await ctx.emit(conversationMessageSent, message, about)
}

/** Announces a new answer where answers are streamed; all others are notified when it is finished. */
export async function announceBeginning(ctx: Context, message: Message, about: About): Promise<void> {
  await announceToChannel(ctx, 'sent', message, about)
  if (about.channel.streamsToInbox) await ctx.emit(conversationMessageSent, message, about)
}

export async function announceMessageUpdate(ctx: Context, message: Message, about: About): Promise<void> {
  await announceToChannel(ctx, 'updated', message, about)
  await ctx.emit(conversationMessageUpdated, message, about)
}

/** Announces a restarted answer where answers are streamed. */
export async function announceNewBeginning(ctx: Context, message: Message, about: About): Promise<void> {
  await announceToChannel(ctx, 'updated', message, about)
  if (about.channel.streamsToInbox) await ctx.emit(conversationMessageUpdated, message, about)
}

/** Announces a finished answer, whose message replaces what was streamed. */
export async function announceAnswer(ctx: Context, message: Message, about: About): Promise<void> {
  await ctx.emit(messageDone, shownBy(ctx, message, about), about)
  await ctx.emit(conversationMessageUpdated, message, about)
}

export async function announceMessageDeletion(
  ctx: Context,
  { id, conversation_id }: Pick<Message, 'id' | 'conversation_id'>,
  about: About,
): Promise<void> {
  const { events } = about.channel
  if (events?.deleted) await ctx.emit(events.deleted, { id, conversation_id }, about)
  await ctx.emit(conversationMessageDeleted, { id, conversation_id }, about)
}

async function announceToChannel(
  ctx: Context,
  change: 'sent' | 'updated',
  message: Message,
  about: About,
): Promise<void> {
  const { events } = about.channel
  if (events) await ctx.emit(events[change], shownBy(ctx, message, about), about)
}

const shownBy = (ctx: Context, message: Message, { channel }: About): Message =>
  channel.shows ? channel.shows(ctx, message) : message
