import type { Conversation, Message } from '#contracts/conversations.ts'
import type { InternalMessages } from '#contracts/internal-chat.ts'
import * as internalChatPaths from '#contracts/paths/internal-chat.ts'
import { call } from '../../../lib/api.ts'

const pageSize = 100

export type Names = { title: string; contact: string; operator: string; teammate: string }

/** A whole conversation, also the part that is not on the page, as a Markdown document. */
export async function readAsMarkdown(conversation: Conversation, names: Names): Promise<Blob> {
  const text = markdownOf(await readAll(conversation), names)
  return new Blob([text], { type: 'text/plain' })
}

async function readAll({ id, organization_id, ai_employee_id }: Conversation): Promise<Message[]> {
  const params = { organization_id, employee_id: ai_employee_id }
  const messages: Message[] = []
  let before: string | null = ''
  while (before !== null) {
    const query = { conversation_id: id, limit: pageSize, ...(before && { before }) }
    const page: InternalMessages = await call(internalChatPaths.listChatMessages, { params, query })
    messages.push(...page.data)
    before = page.hasMore ? page.next : null
  }
  return messages.reverse()
}

/** Messages with their senders, oldest first. */
export function markdownOf(messages: readonly Message[], names: Names): string {
  const authors: Partial<Record<Message['role'], string>> = { contact: names.contact, operator: names.operator }
  const parts = messages.map(({ role, content, error, attachments }) => {
    const files = attachments.map(({ name }) => `- ${name}`).join('\n')
    return [`**${authors[role] ?? names.teammate}**`, content || error, files].filter(Boolean).join('\n\n')
  })
  return `${[`# ${names.title}`, ...parts].join('\n\n')}\n`
}
