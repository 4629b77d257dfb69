import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import type { AccountScope } from '../../requests/account.ts'
import { listOf, nextPage, pageQuery } from '../../requests/graph-pages.ts'
import { mapWithConcurrency } from '../../requests/map-with-concurrency.ts'
import { outsideLine, path } from '../../requests/outside.ts'
import type { Folder, Mailbox, Mark } from '../mailbox.ts'
import {
  BRIEF,
  OutlookAttachment,
  OutlookBrief,
  OutlookMessage,
  presentAttachment,
  presentBrief,
  presentMessage,
  WHOLE,
} from './outlook-message.ts'
import { fitsQuery, folderId, outlookQuery } from './query.ts'
import { LASTING_IDS, outlookSending } from './sending.ts'

const MAX_MESSAGE_BYTES = 10 * 1024 * 1024
const MAX_FOLDERS = 100
const MAX_PARENTS = 20
const MAX_THREAD_MESSAGES = 500
/** So many requests Microsoft takes at once for one mailbox. */
const MAX_CONCURRENCY = 4

const ATTACHMENT = 'id,name,contentType,size'
const FOLDER = 'id,displayName,childFolderCount,unreadItemCount,totalItemCount'

const OutlookFolder = z.object({
  id: z.string(),
  displayName: outsideLine(200),
  childFolderCount: z.number().default(0),
  unreadItemCount: z.number().optional(),
  totalItemCount: z.number().optional(),
})
type OutlookFolder = z.infer<typeof OutlookFolder>
const InThread = z.object({ id: z.string(), receivedDateTime: z.string() })

const changes: Record<Exclude<Mark, 'archived'>, object> = {
  read: { isRead: true },
  unread: { isRead: false },
  starred: { flag: { flagStatus: 'flagged' } },
  unstarred: { flag: { flagStatus: 'notFlagged' } },
}

export function outlookMailbox(scope: AccountScope): Mailbox {
  const { account, ctx } = scope
  const base = `${ctx.ports.config.GRAPH_BASE_URL}/me`
  const urlOf = (id: string) => `${base}${path`/messages/${id}`}`
  const headers = LASTING_IDS

  async function read(id: string) {
    const message = await account.json(OutlookMessage, {
      url: urlOf(id),
      query: { $select: WHOLE },
      headers,
      most_bytes: MAX_MESSAGE_BYTES,
    })
    if (!message.hasAttachments) return presentMessage(message, [])
    const { value } = await account.json(listOf(OutlookAttachment), {
      url: `${urlOf(id)}/attachments`,
      query: { $select: ATTACHMENT },
      headers,
    })
    return presentMessage(message, value.map(presentAttachment))
  }

  const move = (id: string, destinationId: string) =>
    account.done({ url: `${urlOf(id)}/move`, method: 'POST', headers, json: { destinationId } })

  async function foldersAt(url: string): Promise<OutlookFolder[]> {
    const query = { $select: FOLDER, $top: MAX_FOLDERS }
    return (await account.json(listOf(OutlookFolder), { url, query, headers })).value
  }

  return {
    async search(query) {
      const url = query.folder === undefined ? base : `${base}${path`/mailFolders/${folderId(query.folder)}`}`
      const { value, '@odata.nextLink': link } = await account.json(listOf(OutlookBrief), {
        url: `${url}/messages`,
        query: { ...outlookQuery(query), $select: BRIEF, $top: query.limit, ...pageQuery(query.page) },
        headers,
      })
      const items = value.map(presentBrief).filter((message) => fitsQuery(message, query))
      return { items, next_page: nextPage(link) }
    },
    read,
    async thread(thread_id, most) {
      const { value } = await account.json(listOf(InThread), {
        url: `${base}/messages`,
        query: {
          $filter: `conversationId eq '${thread_id.replaceAll("'", "''")}'`,
          $select: 'id,receivedDateTime',
          $top: MAX_THREAD_MESSAGES,
        },
        headers,
      })
      if (value.length === 0)
        throw new AppError('not_found', 'There is no thread under this id; search_messages shows which there are.')
      const latest = value.sort((a, b) => (a.receivedDateTime < b.receivedDateTime ? -1 : 1)).slice(-most)
      return { messages: await mapWithConcurrency(latest, ({ id }) => read(id), MAX_CONCURRENCY), total: value.length }
    },
    async folders() {
      const top = await foldersAt(`${base}/mailFolders`)
      const parents = top.filter(({ childFolderCount }) => childFolderCount > 0).slice(0, MAX_PARENTS)
      const children = await mapWithConcurrency(
        parents,
        async ({ id, displayName }) =>
          (await foldersAt(`${base}${path`/mailFolders/${id}/childFolders`}`)).map((child) =>
            presentFolder(child, displayName),
          ),
        MAX_CONCURRENCY,
      )
      return [...top.map((folder) => presentFolder(folder)), ...children.flat()].slice(0, 2 * MAX_FOLDERS)
    },
    async attachment(message_id, attachment_id, most_bytes) {
      const url = `${urlOf(message_id)}${path`/attachments/${attachment_id}`}`
      const query = { $select: ATTACHMENT }
      const { name, contentType, size } = await account.json(OutlookAttachment, { url, query, headers })
      if (size > most_bytes)
        throw new AppError('too_large', `The attachment has more than ${most_bytes / 1024 / 1024} MB`)
      return { name, type: contentType, bytes: await account.bytes({ url: `${url}/$value`, headers, most_bytes }) }
    },
    ...outlookSending(scope),
    async mark(message_ids, mark) {
      for (const [done, id] of message_ids.entries())
        await (mark === 'archived'
          ? move(id, 'archive')
          : account.done({ url: urlOf(id), method: 'PATCH', headers, json: changes[mark], repeatable: true })
        ).catch((error: unknown) => {
          if (done === 0 || !(error instanceof AppError)) throw error
          throw new AppError('unprocessable', `${done} messages were marked, and then: ${error.message}`)
        })
    },
    trash: (id) => move(id, 'deleteditems'),
  }
}

function presentFolder({ id, displayName, unreadItemCount, totalItemCount }: OutlookFolder, parent?: string): Folder {
  const name = parent === undefined ? displayName : `${parent}/${displayName}`
  return { id, name, unread: unreadItemCount, total: totalItemCount }
}
