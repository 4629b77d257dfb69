import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Message } from '#contracts/conversations.ts'
import type { Context } from '#platform/context.ts'
import { conversations, messages } from '../conversations/table.ts'
import { users } from '../users/table.ts'
import type { Call } from './call/call.ts'
import { operatorWrote } from './events.ts'
import { liveCallOf } from './socket/live-calls.ts'

const CHANGES: ReadonlySet<string> = new Set(['operator_joined', 'operator_left'])

/** An operator has written, joined or left: the process that has a call in the conversation is notified, whichever it is. */
export async function announceOperatorMessage(
  ctx: Context,
  { id, role, conversation_id, system_event }: Message,
): Promise<void> {
  if (role === 'operator' || system_event) await ctx.emit(operatorWrote, { conversation_id, message_id: id })
}

type OperatorMessage = { conversation_id: string; message_id: string }

/** What is being passed on to each call, in the order of the events. */
const passingOn = new WeakMap<Call, Promise<void>>()

/** Says an operator's message in the conversation's call, where this process has it, and who has the conversation now. */
export async function readOperatorAloud(ctx: Context, message: OperatorMessage): Promise<void> {
  const call = liveCallOf(message.conversation_id)
  if (!call) return
  const before = passingOn.get(call) ?? Promise.resolve()
  const passed = before.catch(() => undefined).then(() => passOn(ctx, call, message))
  passingOn.set(call, passed)
  await passed
}

const operators = alias(users, 'operators')

async function passOn(ctx: Context, call: Call, { conversation_id, message_id }: OperatorMessage): Promise<void> {
  const [row] = await ctx.db
    .select({
      text: messages.content,
      operator_name: users.name,
      system_event: messages.system_event,
      assigned_user_id: conversations.assigned_user_id,
      assigned_name: operators.name,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .leftJoin(users, eq(users.id, messages.user_id))
    .leftJoin(operators, eq(operators.id, conversations.assigned_user_id))
    .where(and(eq(messages.id, message_id), eq(messages.conversation_id, conversation_id)))
  if (!row) return
  const { text, operator_name, system_event, assigned_user_id, assigned_name } = row
  if (!system_event) call.readAloud({ id: message_id, text, operator_name })
  // Of someone who has left again meanwhile the call must not learn that they joined: that would silence the answer after them.
  else if (CHANGES.has(system_event.type)) call.changeOperator(assigned_user_id === null ? null : (assigned_name ?? ''))
}
