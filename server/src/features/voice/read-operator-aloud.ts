import { and, eq } from 'drizzle-orm'
import type { Message } from '#contracts/conversations.ts'
import type { Context } from '#platform/context.ts'
import { messages } from '../conversations/table.ts'
import { users } from '../users/table.ts'
import { operatorWrote } from './events.ts'
import { liveCallOf } from './socket/live-calls.ts'

/** An operator has written, joined or left: the process that has a call in the conversation is notified, whichever it is. */
export async function announceOperatorMessage(
  ctx: Context,
  { id, role, conversation_id, system_event }: Message,
): Promise<void> {
  if (role === 'operator' || system_event) await ctx.emit(operatorWrote, { conversation_id, message_id: id })
}

type OperatorMessage = { conversation_id: string; message_id: string }

/** Says an operator's message in the conversation's call, where this process has it. */
export async function readOperatorAloud(ctx: Context, { conversation_id, message_id }: OperatorMessage): Promise<void> {
  const call = liveCallOf(conversation_id)
  if (!call) return
  const [row] = await ctx.db
    .select({ text: messages.content, operator_name: users.name, system_event: messages.system_event })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.user_id))
    .where(and(eq(messages.id, message_id), eq(messages.conversation_id, conversation_id)))
  if (!row) return
  const { system_event, ...message } = row
  if (system_event?.type === 'operator_joined') call.changeOperator(system_event.user_name ?? '')
  else if (system_event?.type === 'operator_left') call.changeOperator(null)
  else if (!system_event) call.readAloud({ id: message_id, ...message })
}
