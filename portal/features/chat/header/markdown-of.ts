import type { Message } from '#contracts/conversations.ts'

type Names = { contact: string; operator: string; teammate: string }

/** A conversation as a Markdown document: who said what, oldest first. */
export function markdownOf(title: string, messages: readonly Message[], names: Names): string {
  const parts = messages.map((message) => {
    const author =
      message.role === 'contact' ? names.contact : message.role === 'operator' ? names.operator : names.teammate
    const files = message.attachments.map(({ name }) => `- ${name}`).join('\n')
    return [`**${author}**`, message.content || message.error, files].filter(Boolean).join('\n\n')
  })
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`
}
