import { AppError } from '#platform/error.ts'
import type { ConversationRow } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { checkReadiness } from '../../replies/check-readiness.ts'
import { isSilent } from '../../replies/save-without-answer.ts'
import type { TeammateRow } from '../../teammates/table.ts'

/** Whether the teammate would answer a message now: it has models, is under its daily limit, and someone can pay. */
export async function canAnswer(ctx: OrgContext, teammate: TeammateRow): Promise<boolean> {
  if (ctx.organization.status !== 'active' || teammate.deleted_at !== null) return false
  try {
    await checkReadiness(ctx, teammate)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Whether it may speak in the conversation at all. */
export const maySpeak = (conversation: ConversationRow): boolean =>
  !isSilent(conversation) && conversation.status !== 'archived' && conversation.deleted_at === null
