import type { Message } from '#contracts/conversations.ts'
import type { Context } from '#platform/context.ts'
import type { About } from './define-channel.ts'
import { conversationMessageSent, conversationMessageUpdated } from './events.ts'

/** Tells of a new message: the channel's audience under its own event, and whoever sees the teammate's conversations. */
export async function announceMessage(ctx: Context, message: Message, about: About): Promise<void> {
  await announceToChannel(ctx, message, about)
  await ctx.emit(conversationMessageSent, message, about)
}

/** An answer that only begins is news for those who watch it grow; others hear of it when it is finished. */
export async function announceToChannel(ctx: Context, message: Message, about: About): Promise<void> {
  const { events } = about.channel
  if (events) await ctx.emit(events.sent, message, about)
}

export async function announceMessageUpdate(ctx: Context, message: Message, about: About): Promise<void> {
  await announceUpdateToChannel(ctx, message, about)
  await ctx.emit(conversationMessageUpdated, message, about)
}

export async function announceUpdateToChannel(ctx: Context, message: Message, about: About): Promise<void> {
  const { events } = about.channel
  if (events) await ctx.emit(events.updated, message, about)
}
