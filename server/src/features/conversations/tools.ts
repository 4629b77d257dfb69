import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { defineTool } from '#platform/tool.ts'
import type { ToolScope } from '../teammates/tools/tool-scope.ts'
import { requestOperator } from './operators/request-operator.ts'
import { readConversation } from './read-conversation.ts'

const requestOperatorTool = defineTool('conversation.request_operator', {
  description:
    'Asks a person of the organization to join this conversation. Use it when the contact wants to talk to a person, or when you cannot help. Afterwards say that a person was asked.',
  timeoutMs: 10_000,
  input: z.object({}),
  async call({ ctx, run }: ToolScope) {
    const found = run.conversation_id === null ? null : await readConversation(ctx, run.conversation_id)
    if (!found) throw new AppError('conflict', 'This run belongs to no conversation')
    await requestOperator(ctx, found.conversation.id, found.parties, 'teammate')
    return { requested: true }
  },
})

export const tools = [requestOperatorTool]
