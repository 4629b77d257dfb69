import { newId } from '#platform/id.ts'
import type { StoredFile } from '../../../storage/read-files.ts'

export type Composed = {
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  text: string
  html?: string | undefined
  in_reply_to?: string | undefined
  references?: string[] | undefined
  attachments: readonly StoredFile[]
}

/** A message as it travels. Gmail adds whose it is. */
export async function composeMail({ in_reply_to, attachments, html, references, ...mail }: Composed): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const message = new MailComposer({
    ...mail,
    ...(html !== undefined && { html }),
    ...(in_reply_to !== undefined && { inReplyTo: in_reply_to, references: references ?? [] }),
    messageId: `<${newId()}@mail.gmail.com>`,
    attachments: attachments.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: bytes })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  // Gmail reads from it to whom a message goes, and takes it out.
  message.keepBcc = true
  return await message.build()
}
