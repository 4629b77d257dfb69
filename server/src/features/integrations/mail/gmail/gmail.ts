import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import type { StoredFile } from '../../../storage/read-files.ts'
import { type AccountScope, ProviderRefused } from '../../requests/account.ts'
import { mapWithConcurrency } from '../../requests/map-with-concurrency.ts'
import { outsideLine, path } from '../../requests/outside.ts'
import type { Mailbox, Mark, Message } from '../mailbox.ts'
import { attachmentId, attachmentsOf, GmailMessage, presentBrief, presentMessage } from './gmail-message.ts'
import { gmailReader } from './gmail-reader.ts'
import { gmailQuery, labelQuery } from './query.ts'
import { gmailSending } from './sending.ts'

const MAX_THREAD_BYTES = 20 * 1024 * 1024
const MAX_FOLDERS = 200

const Found = z.object({
  messages: z.array(z.object({ id: z.string() })).default([]),
  nextPageToken: z.string().optional(),
})
const Thread = z.object({ messages: z.array(GmailMessage).default([]) })
const Labels = z.object({ labels: z.array(z.object({ id: z.string(), name: outsideLine(200) })).default([]) })

/** All that a list tells of a message, without what it says. */
const BRIEF =
  'id,threadId,labelIds,snippet,internalDate,payload(headers,mimeType,filename,parts(mimeType,filename,parts(mimeType,filename,parts(mimeType,filename))))'

const labelsOf: Record<Mark, { addLabelIds?: string[]; removeLabelIds?: string[] }> = {
  read: { removeLabelIds: ['UNREAD'] },
  unread: { addLabelIds: ['UNREAD'] },
  starred: { addLabelIds: ['STARRED'] },
  unstarred: { removeLabelIds: ['STARRED'] },
  archived: { removeLabelIds: ['INBOX'] },
}

export function gmailMailbox(scope: AccountScope): Mailbox {
  const { account, ctx } = scope
  const base = `${ctx.ports.config.GMAIL_BASE_URL}/users/me`
  const reader = gmailReader(scope)

  async function attachment(message_id: string, wanted: string, most_bytes: number): Promise<StoredFile> {
    const { payload } = await reader.read(message_id)
    const part = attachmentsOf(payload).find((each) => attachmentId(each) === wanted)
    if (!part) throw new ProviderRefused(404, 'There is no such attachment')
    if (part.body.size > most_bytes)
      throw new AppError('too_large', `The attachment has more than ${most_bytes / 1024 / 1024} MB`)
    return { name: part.filename, type: part.mimeType, bytes: await reader.bytesOf(message_id, part, most_bytes) }
  }

  return {
    async search(query) {
      const { messages, nextPageToken } = await account.json(Found, {
        url: `${base}/messages`,
        query: {
          q: gmailQuery(query) || undefined,
          ...labelQuery(query),
          maxResults: query.limit,
          pageToken: query.page,
        },
      })
      const briefs = await mapWithConcurrency(messages.slice(0, query.limit), ({ id }) =>
        account.json(GmailMessage, { url: reader.urlOf(id), query: { format: 'full', fields: BRIEF } }),
      )
      return { items: briefs.map(presentBrief), next_page: nextPageToken }
    },
    read: async (message_id) => (await reader.open(message_id)).message,
    async thread(thread_id, most) {
      const { messages } = await account.json(Thread, {
        url: `${base}${path`/threads/${thread_id}`}`,
        query: { format: 'full' },
        most_bytes: MAX_THREAD_BYTES,
      })
      const shown: Message[] = []
      for (const raw of messages.slice(-most))
        shown.push((await presentMessage(raw, (part) => reader.bytesOf(raw.id, part))).message)
      return { messages: shown, total: messages.length }
    },
    async folders() {
      const { labels } = await account.json(Labels, { url: `${base}/labels` })
      return labels.slice(0, MAX_FOLDERS).map(({ id, name }) => ({ id, name }))
    },
    attachment,
    ...gmailSending(scope, reader),
    mark: (message_ids, mark) =>
      account.done({
        url: `${base}/messages/batchModify`,
        method: 'POST',
        json: { ids: message_ids, ...labelsOf[mark] },
        repeatable: true,
      }),
    trash: (message_id) => account.done({ url: `${reader.urlOf(message_id)}/trash`, method: 'POST', repeatable: true }),
  }
}
