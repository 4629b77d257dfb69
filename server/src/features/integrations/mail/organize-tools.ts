import { z } from 'zod'
import { MAX_FILE_BYTES } from '#contracts/file-types.ts'
import { filePath } from '../../storage/storage-tool.ts'
import { accountTool } from '../requests/account-tool.ts'
import { outsideId } from '../requests/outside.ts'
import { saveBytes } from '../requests/save-bytes.ts'
import { messageId, noSuchMessage } from './look-tools.ts'
import { MARKS } from './mailbox.ts'
import { openMailbox } from './open-mailbox.ts'

const MAX_MARKED = 50

const saveAttachment = accountTool('save_attachment', {
  missing: 'There is no such attachment; read_message shows which there are.',
  description: 'Saves an attachment of a message as a new file in the storage, with the folders of its path.',
  input: z.object({ message_id: messageId, attachment_id: outsideId('read_message'), path: filePath }),
  async call(scope, { message_id, attachment_id, path }) {
    const fetched = async () => (await openMailbox(scope).attachment(message_id, attachment_id, MAX_FILE_BYTES)).bytes
    const saved = await saveBytes(scope, path, fetched)
    return { path: saved.path, size: saved.size }
  },
})

const markMessages = accountTool('mark_messages', {
  missing: noSuchMessage,
  description: 'Marks messages as read, unread, starred or not, or takes them out of the inbox (archived).',
  input: z.object({ message_ids: z.array(messageId).min(1).max(MAX_MARKED), as: z.enum(MARKS) }),
  async call(scope, { message_ids, as }) {
    await openMailbox(scope).mark([...new Set(message_ids)], as)
    return { marked: new Set(message_ids).size, as }
  },
})

const trashMessage = accountTool('trash_message', {
  missing: noSuchMessage,
  description: 'Puts a message into the mailbox’s trash, from where a person can take it back.',
  input: z.object({ message_id: messageId }),
  async call(scope, { message_id }) {
    await openMailbox(scope).trash(message_id)
    return { trashed: message_id }
  },
})

export const tools = [saveAttachment, markMessages, trashMessage]
