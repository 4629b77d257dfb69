import { AppError } from '#platform/error.ts'
import { findRunInOrganization } from '../runs/access.ts'
import { cancelRun, isOver } from '../runs/control/cancel-run.ts'
import type { TeammateContext } from '../teammates/context.ts'
import { findOwnChat } from './access.ts'

/** Stops the answer that the named run writes in this chat; what was written of it stays. */
export async function stopGeneration(
  ctx: TeammateContext,
  { conversation_id, run_id }: { conversation_id: string; run_id: string },
): Promise<{ stopped: boolean; message: string }> {
  const { conversation } = await findOwnChat(ctx, conversation_id)
  const run = await findRunInOrganization(ctx, run_id, 'Generation not found')
  if (run.conversation_id !== conversation.id) throw new AppError('not_found', 'Generation not found')
  if (isOver(run)) return { stopped: false, message: 'Generation is not in progress' }
  await cancelRun(ctx, run)
  return { stopped: true, message: 'Generation stopped' }
}
