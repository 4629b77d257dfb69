import type { InboxConversation, Operator } from '#contracts/inbox.ts'
import { AppError } from '#platform/error.ts'
import type { MemberContext } from '../organizations/context.ts'
import { handBack, takeOver } from '../replies/change-hands.ts'
import { findViewer } from '../teammates/access.ts'
import { listAllViewers } from '../teammates/list-viewers.ts'
import { findConversation } from './access.ts'
import { presentOperator } from './rows.ts'
import { showOne } from './show-conversation.ts'

/** Assigns the conversation to the caller, or to a colleague who sees the teammate too. */
export async function assignConversation(
  ctx: MemberContext,
  id: string,
  user_id: string = ctx.user.id,
): Promise<InboxConversation> {
  const { teammate, parties } = await findConversation(ctx, id)
  const operator = user_id === ctx.user.id ? ctx.user : await findViewer(ctx, user_id, teammate.id)
  if (!operator) {
    throw new AppError('bad_request', 'This person has no access to the teammate', { code: 'NO_ACCESS_TO_TEAMMATE' })
  }
  await takeOver(ctx, id, operator, parties)
  return showOne(ctx, id)
}

/** People to whom the conversation can be assigned, page by page. */
export async function* listAssignees(ctx: MemberContext, id: string): AsyncGenerator<Operator[]> {
  const { teammate } = await findConversation(ctx, id)
  for await (const page of listAllViewers(ctx, teammate.id)) yield page.map(presentOperator)
}

export async function unassignConversation(ctx: MemberContext, id: string): Promise<InboxConversation> {
  const { parties } = await findConversation(ctx, id)
  await handBack(ctx, id, parties)
  return showOne(ctx, id)
}
