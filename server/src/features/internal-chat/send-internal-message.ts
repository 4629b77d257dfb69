import type { z } from 'zod'
import type { InternalMessageAccepted, SendInternalMessage } from '#contracts/internal-chat.ts'
import { violates } from '#platform/db/violates.ts'
import { validationError } from '#platform/http/errors.ts'
import { answerFlow } from '../replies/answer-flow.ts'
import { checkReadiness } from '../replies/check-readiness.ts'
import { sendMessage } from '../replies/send-message.ts'
import { storeFiles } from '../replies/store-files.ts'
import type { TeammateContext } from '../teammates/context.ts'
import { findSentMessage } from './find-sent-message.ts'
import { makeCurrent, resolveChat } from './resolve-conversation.ts'

/** A colleague writes to a teammate; the answer streams to wherever they look. */
export async function sendInternalMessage(
  ctx: TeammateContext,
  body: z.output<typeof SendInternalMessage>,
): Promise<InternalMessageAccepted> {
  const { teammate } = ctx
  if (!body.message.trim() && body.attachments.length === 0) {
    throw validationError([{ path: 'message', message: 'It is empty, and nothing is attached' }])
  }
  const before = await findSentMessage(ctx, body.client_message_id)
  if (before) return before
  const candidates = await checkReadiness(ctx, teammate)
  const files = await storeFiles(ctx, body.attachments)
  const chat = await resolveChat(ctx, body)
  try {
    const { run, question, answer } = await sendMessage(ctx, {
      teammate,
      channel: 'employee_chat',
      to: { conversation_id: chat.conversation.id },
      candidates,
      flow: answerFlow(teammate),
      user_id: ctx.user.id,
      message: body.message,
      client_message_id: body.client_message_id,
      files,
      reasoning: body.reasoning,
      is_async: true,
    })
    return {
      conversation_id: chat.conversation.id,
      message_id: question.id,
      assistant_message_id: answer.id,
      run_id: run.id,
    }
  } catch (error) {
    const isSecond = violates(error, 'a_client_sends_a_message_once')
    const first = isSecond ? await findSentMessage(ctx, body.client_message_id) : null
    if (!first) throw error
    // A chat that was begun for the second of two at once stays empty; that of the first is the current one.
    await makeCurrent(ctx, first.conversation_id)
    return first
  }
}
