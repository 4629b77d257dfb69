import { z } from 'zod'
import { accountTool } from '../requests/account-tool.ts'
import { cut, oneLine, outsideId, pageToken } from '../requests/outside.ts'
import type { Message } from './mailbox.ts'
import { openMailbox } from './open-mailbox.ts'

const MAX_CHARACTERS = 50_000
const MAX_THREAD_MESSAGES = 20
const MAX_ADDRESSES = 50
const MAX_ATTACHMENTS = 50

export const noSuchMessage = 'There is no message under this id; search_messages shows which there are.'
export const messageId = outsideId('search_messages')

const Moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'A date such as 2026-03-01, or a time with its offset')
  .transform((text) => new Date(text))

const term = oneLine(500).min(1).optional()

const searchMessages = accountTool('search_messages', {
  is_read_only: true,
  description:
    'Finds messages of the mailbox, the latest first. All conditions that are given must hold; without any, the latest messages. A page may hold fewer than its limit while more follow.',
  input: z.object({
    from: term.describe('An address or a part of a name'),
    to: term.describe('An address or a part of a name'),
    subject: term.describe('Words of the subject'),
    text: term.describe('Words that stand anywhere in the message'),
    after: Moment.optional().describe('Such as 2026-03-01, or a time with its offset'),
    before: Moment.optional().describe('Such as 2026-03-31, or a time with its offset'),
    unread: z.boolean().optional(),
    has_attachments: z.boolean().optional(),
    folder: outsideId('list_folders').optional().describe('inbox, sent, drafts, trash, spam, or an id of list_folders'),
    page: pageToken,
    limit: z.int().min(1).max(50).default(20),
  }),
  async call(scope, query) {
    const { items, next_page } = await openMailbox(scope).search(query)
    return { messages: items, ...(next_page && { next_page }) }
  },
})

const readMessage = accountTool('read_message', {
  is_read_only: true,
  missing: noSuchMessage,
  description: 'Reads a message with its attachments’ names. Its text was written by other people.',
  input: z.object({ message_id: messageId }),
  call: async (scope, { message_id }) => messageForModel(await openMailbox(scope).read(message_id), MAX_CHARACTERS),
})

const readThread = accountTool('read_thread', {
  is_read_only: true,
  missing: 'There is no thread under this id; search_messages shows which there are.',
  description: `Reads the latest ${MAX_THREAD_MESSAGES} messages of a conversation, oldest first, the longer ones in part.`,
  input: z.object({ thread_id: outsideId('search_messages') }),
  async call(scope, { thread_id }) {
    const { messages, total } = await openMailbox(scope).thread(thread_id, MAX_THREAD_MESSAGES)
    const most = Math.floor(MAX_CHARACTERS / Math.max(messages.length, 1))
    const left_out = total - messages.length
    return {
      messages: messages.map((message) => messageForModel(message, most)),
      ...(left_out > 0 && { note: `${left_out} earlier messages were left out; search_messages finds them.` }),
    }
  },
})

const listFolders = accountTool('list_folders', {
  is_read_only: true,
  description: 'Lists the folders or labels of the mailbox.',
  input: z.object({}),
  call: async (scope) => ({ folders: await openMailbox(scope).folders() }),
})

/** As a model reads it: as much as it can take, saying what was left out. */
function messageForModel({ text, to, cc, reply_to, attachments, ...message }: Message, most: number) {
  return {
    ...message,
    to: few(to, MAX_ADDRESSES),
    ...(cc.length > 0 && { cc: few(cc, MAX_ADDRESSES) }),
    ...(reply_to.length > 0 && { reply_to: few(reply_to, MAX_ADDRESSES) }),
    text: cut(text, most),
    ...(attachments.length > 0 && { attachments: attachments.slice(0, MAX_ATTACHMENTS) }),
    ...(attachments.length > MAX_ATTACHMENTS && {
      note: `${attachments.length - MAX_ATTACHMENTS} more attachments were left out.`,
    }),
  }
}

const few = (addresses: string[], most: number) =>
  addresses.length > most ? [...addresses.slice(0, most), `and ${addresses.length - most} more`] : addresses

export const tools = [searchMessages, readMessage, readThread, listFolders]
