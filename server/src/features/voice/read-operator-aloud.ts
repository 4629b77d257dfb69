import { and, eq } from 'drizzle-orm'
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
  const isChange = system_event !== undefined && CHANGES.has(system_event.type)
  if (role === 'operator' || isChange) await ctx.emit(operatorWrote, { conversation_id, message_id: id })
}

type OperatorMessage = { conversation_id: string; message_id: string }

/** What is being passed on to each call, in the order of the events. */
const passingOn = new WeakMap<Call, Promise<void>>()

function inOrder(call: Call, passOn: () => Promise<void>): Promise<void> {
  const before = passingOn.get(call) ?? Promise.resolve()
  const passed = before.catch(() => undefined).then(passOn)
  passingOn.set(call, passed)
  return passed
}

/** Says an operator's message in the conversation's call, where this process has it, and who has the conversation now. */
export async function readOperatorAloud(ctx: Context, message: OperatorMessage): Promise<void> {
  const call = liveCallOf(message.conversation_id)
  if (call) await inOrder(call, () => passOn(ctx, call, message))
}

/** Sends a call that has just begun the owner of its conversation, who may have changed while the call was being set up. */
export const announceOperator = (ctx: Context, call: Call, conversation_id: string): Promise<void> =>
  inOrder(call, async () => call.changeOperator(await readOperator(ctx, conversation_id)))

async function passOn(ctx: Context, call: Call, { conversation_id, message_id }: OperatorMessage): Promise<void> {
  const [row] = await ctx.db
    .select({ text: messages.content, operator_name: users.name, system_event: messages.system_event })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.user_id))
    .where(and(eq(messages.id, message_id), eq(messages.conversation_id, conversation_id)))
  if (!row) return
  const { text, operator_name, system_event } = row
  if (!system_event) call.readAloud({ id: message_id, text, operator_name })
  // Of someone who has left again meanwhile the call must not learn that they joined: that would silence the answer after them.
  else call.changeOperator(await readOperator(ctx, conversation_id))
}

/** The name of the operator who has a conversation; null where its teammate answers. */
async function readOperator(ctx: Context, conversation_id: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ assigned_user_id: conversations.assigned_user_id, name: users.name })
    .from(conversations)
    .leftJoin(users, eq(users.id, conversations.assigned_user_id))
    .where(eq(conversations.id, conversation_id))
  return row?.assigned_user_id ? (row.name ?? '') : null
}
