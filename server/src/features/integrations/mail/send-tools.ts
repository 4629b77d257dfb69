import { z } from 'zod'
import { readFiles } from '../../storage/read-files.ts'
import { filePath } from '../../storage/storage-tool.ts'
import type { AccountScope } from '../requests/account.ts'
import { accountTool } from '../requests/account-tool.ts'
import { oneLine } from '../requests/outside.ts'
import { messageId, noSuchMessage } from './look-tools.ts'
import { MAX_SENT_BYTES } from './mailbox.ts'
import { openMailbox } from './open-mailbox.ts'

const addresses = z.array(z.email('This is no address of mail').max(320)).max(100)
const recipients = {
  to: addresses.min(1).describe('Addresses such as "ada@example.com"'),
  cc: addresses.default([]),
  bcc: addresses.default([]),
}
const text = z.string().max(500_000).describe('Plain text')
const attachments = z
  .array(filePath)
  .max(20)
  .default([])
  .describe('Paths of files in the storage, 20 MB together at most')

const Mail = z.object({ ...recipients, subject: oneLine(998), text, attachments })

const filled = async <T extends { attachments: string[] }>(scope: AccountScope, mail: T) => ({
  ...mail,
  attachments: await readFiles(scope, mail.attachments, MAX_SENT_BYTES),
})

const createDraft = accountTool('create_draft', {
  description: 'Writes a draft into the mailbox, which a person can look at and send.',
  input: Mail,
  call: async (scope, mail) => ({ drafted: await openMailbox(scope).draft(await filled(scope, mail)) }),
})

const sendMessage = accountTool('send_message', {
  description: 'Sends a new message from the mailbox.',
  input: Mail,
  call: async (scope, mail) => ({ sent: await openMailbox(scope).send(await filled(scope, mail)) }),
})

const replyToMessage = accountTool('reply_to_message', {
  missing: noSuchMessage,
  description:
    'Answers a message in its thread, to whom its sender wishes answers; what is answered is quoted below the text.',
  input: z.object({
    message_id: messageId,
    reply_all: z.boolean().default(false).describe('True to answer everybody who got the message as well'),
    text,
    attachments,
  }),
  call: async (scope, reply) => ({ sent: await openMailbox(scope).reply(await filled(scope, reply)) }),
})

const forwardMessage = accountTool('forward_message', {
  missing: noSuchMessage,
  description: 'Sends a message on to other people, with its attachments, below a text.',
  input: z.object({ message_id: messageId, ...recipients, text: text.default('') }),
  call: async (scope, forward) => ({ sent: await openMailbox(scope).forward(forward) }),
})

export const tools = [createDraft, sendMessage, replyToMessage, forwardMessage]
