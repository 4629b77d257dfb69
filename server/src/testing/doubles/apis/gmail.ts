/** Gmail as far as it is used, refusing what the real one refuses. */
import { randomUUID } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { z } from 'zod'
import { masked, payloadOf, readQuery } from './gmail-wire.ts'
import { createMailStore, type Kept } from './mail-store.ts'
import { type ApiCall, ApiRefused, numberIn, pageOf, serveApi } from './serve-api.ts'

const SCOPE = 'https://www.googleapis.com/auth/gmail.modify'
const FOLDERS = { inbox: 'INBOX', sent: 'SENT', drafts: 'DRAFT', trash: 'TRASH', archive: null }
const LABELS = ['INBOX', 'SENT', 'DRAFT', 'TRASH', 'SPAM', 'UNREAD', 'STARRED', 'Label_1']
const Labels = z.array(z.enum(LABELS)).min(1).optional()

type Allow = Parameters<typeof serveApi>[0]['allow']

export function gmailDouble(allow: Allow) {
  const store = createMailStore('ada@accounts.example')
  /** They change with every reading of a message, and lead on to where they led. */
  const handles = new Map<string, Buffer>()

  const find = ([id = '']: string[]): Kept => {
    if (!/^[0-9a-f]{1,16}$/.test(id)) throw new ApiRefused(400, 'invalidArgument', 'Invalid id value')
    const message = store.get(id)
    if (!message) throw new ApiRefused(404, 'notFound', 'Requested entity was not found.')
    return message
  }

  function list({ query }: ApiCall) {
    const labels = query.getAll('labelIds')
    if (labels.some((label) => !LABELS.includes(label))) throw new ApiRefused(400, 'invalidArgument', 'Invalid label')
    const withTrash = query.get('includeSpamTrash') === 'true'
    const fits = readQuery(query.get('q') ?? '')
    const all = store
      .all()
      .filter((message) => withTrash || message.folder !== 'trash')
      .filter((message) => labels.every((label) => labelsOf(message).includes(label)))
      .filter(fits)
    const token = query.get('pageToken')
    if (token !== null && !/^after-\d+$/.test(token)) throw new ApiRefused(400, 'invalidArgument', 'Invalid pageToken')
    const { page, next } = pageOf(all, Number(token?.slice(6) ?? 0), numberIn(query, 'maxResults', 100, 500))
    const messages = page.map(({ id, thread }) => ({ id, threadId: thread }))
    return {
      json: {
        ...(page.length > 0 && { messages }),
        resultSizeEstimate: all.length,
        ...(next !== null && { nextPageToken: `after-${next}` }),
      },
    }
  }

  const handleTo = (bytes: Buffer) => {
    const handle = `ANGjdJ${randomUUID()}`
    handles.set(handle, bytes)
    return handle
  }

  function present(message: Kept, format: string | null) {
    if (format !== null && format !== 'full')
      throw new ApiRefused(400, 'invalidArgument', 'Only the full format is served here')
    const { id, thread, date, text, html } = message
    return {
      id,
      threadId: thread,
      labelIds: labelsOf(message),
      snippet: (text ?? html ?? '')
        .replaceAll(/<[^>]*>/g, ' ')
        .slice(0, 200)
        .replaceAll('&', '&amp;')
        .replaceAll("'", '&#39;'),
      historyId: '1',
      internalDate: String(date.getTime()),
      sizeEstimate: 1000,
      payload: payloadOf(message, handleTo),
    }
  }

  async function take({ headers, bytes }: ApiCall) {
    const boundary = /^multipart\/related; boundary=([\w-]+)$/.exec(headers['content-type'] ?? '')?.[1]
    if (!boundary) throw new ApiRefused(400, 'badContent', 'multipart/related is needed')
    const [, about = '', message = ''] = bytes.toString('latin1').split(`--${boundary}`)
    const [kind = '', json = ''] = splitHead(about)
    const [type = '', raw = ''] = splitHead(message)
    if (!/application\/json/i.test(kind) || !/message\/rfc822/i.test(type))
      throw new ApiRefused(400, 'badContent', 'Wrong parts')
    const mime = Buffer.from(raw.replace(/\r\n$/, ''), 'latin1')
    const email = await PostalMime.parse(mime)
    if (!email.messageId || email.headers.filter(({ key }) => key === 'subject').length > 1)
      throw new ApiRefused(400, 'invalidArgument', 'Not a message')
    return { about: JSON.parse(Buffer.from(json, 'latin1').toString()) as unknown, email }
  }

  function keep(email: Email, folder: Kept['folder'], threadId: string | undefined): Kept {
    const addresses = (list: Email['to']) => (list ?? []).flatMap(({ address }) => address ?? [])
    const references = (email.references ?? '').split(/\s+/).filter(Boolean)
    if (threadId !== undefined) {
      const inThread = store.all().filter(({ thread }) => thread === threadId)
      if (inThread.length === 0) throw new ApiRefused(404, 'notFound', 'Requested entity was not found.')
      if (!inThread.some(({ message_id }) => references.includes(message_id) && email.inReplyTo))
        throw new ApiRefused(400, 'invalidArgument', 'A message of a thread refers to it')
    }
    const isOfThread = store
      .all()
      .some(({ thread, subject }) => thread === threadId && bare(subject) === bare(email.subject ?? ''))
    const people = { to: addresses(email.to), cc: addresses(email.cc), bcc: addresses(email.bcc) }
    if (folder === 'sent' && Object.values(people).flat().length === 0)
      throw new ApiRefused(400, 'invalidArgument', 'Recipient address required')
    return store.receive({
      ...people,
      ...(threadId !== undefined && isOfThread && { thread: threadId }),
      from: store.owner,
      subject: email.subject ?? '',
      text: email.text ?? null,
      html: email.html ?? null,
      in_reply_to: email.inReplyTo ?? '',
      references,
      attachments: email.attachments.map(({ filename, mimeType, content }) => ({
        name: filename ?? '',
        type: mimeType,
        bytes: Buffer.from(content as ArrayBuffer),
      })),
      unread: false,
      folder,
    })
  }

  const upload = { method: 'POST', scope: SCOPE, query: ['uploadType'], raw: true }
  const answered = ({ id, thread, folder }: Kept) => ({ id, threadId: thread, labelIds: [FOLDERS[folder]] })

  const api = serveApi({ base: '/gmail/v1', form: 'google', allow }, [
    {
      method: 'GET',
      path: '/users/me/profile',
      scope: SCOPE,
      serve: () => ({ json: { emailAddress: store.owner, messagesTotal: store.all().length } }),
    },
    {
      method: 'GET',
      path: '/users/me/messages',
      scope: SCOPE,
      query: ['q', 'labelIds', 'includeSpamTrash', 'maxResults', 'pageToken'],
      serve: list,
    },
    {
      method: 'GET',
      path: '/users/me/messages/:id',
      scope: SCOPE,
      query: ['format', 'fields'],
      serve: ({ params, query }) => ({ json: masked(present(find(params), query.get('format')), query.get('fields')) }),
    },
    {
      method: 'GET',
      path: '/users/me/threads/:id',
      scope: SCOPE,
      query: ['format'],
      serve({ params: [id = ''], query }) {
        const messages = store
          .all()
          .filter(({ thread }) => thread === id)
          .reverse()
        if (messages.length === 0) throw new ApiRefused(404, 'notFound', 'Requested entity was not found.')
        return {
          json: { id, historyId: '1', messages: messages.map((message) => present(message, query.get('format'))) },
        }
      },
    },
    {
      method: 'GET',
      path: '/users/me/messages/:id/attachments/:handle',
      scope: SCOPE,
      serve({ params }) {
        find(params)
        const bytes = handles.get(params[1] ?? '')
        if (!bytes) throw new ApiRefused(400, 'invalidArgument', 'Invalid attachment token')
        return { json: { size: bytes.length, data: bytes.toString('base64url') } }
      },
    },
    {
      method: 'GET',
      path: '/users/me/labels',
      scope: SCOPE,
      serve: () => ({
        json: {
          labels: LABELS.map((id) => ({
            id,
            name: id === 'Label_1' ? 'Invoices' : id,
            type: id === 'Label_1' ? 'user' : 'system',
          })),
        },
      }),
    },
    {
      method: 'POST',
      path: '/users/me/messages/batchModify',
      scope: SCOPE,
      body: z.strictObject({ ids: z.array(z.string()).min(1).max(1000), addLabelIds: Labels, removeLabelIds: Labels }),
      serve({ body: { ids, addLabelIds = [], removeLabelIds = [] } }) {
        for (const id of ids) {
          const message = find([id])
          for (const label of addLabelIds) mark(message, label, true)
          for (const label of removeLabelIds) mark(message, label, false)
        }
        return {}
      },
    },
    {
      method: 'POST',
      path: '/users/me/messages/:id/trash',
      scope: SCOPE,
      serve({ params }) {
        const message = find(params)
        message.folder = 'trash'
        return { json: answered(message) }
      },
    },
  ])
  const uploads = serveApi({ base: '/upload/gmail/v1', form: 'google', allow }, [
    {
      ...upload,
      path: '/users/me/messages/send',
      async serve(call) {
        const { about, email } = await take(call)
        const { threadId } = z.strictObject({ threadId: z.string().optional() }).parse(about)
        return { json: answered(keep(email, 'sent', threadId)) }
      },
    },
    {
      ...upload,
      path: '/users/me/drafts',
      async serve(call) {
        const { about, email } = await take(call)
        z.strictObject({ message: z.strictObject({}) }).parse(about)
        return { json: { id: `r${randomUUID()}`, message: answered(keep(email, 'drafts', undefined)) } }
      },
    },
  ])

  return {
    ...store,
    calls: api.calls,
    lose: uploads.lose,
    apis: { '/gmail/v1': api.listener, '/upload/gmail/v1': uploads.listener },
  }
}

const bare = (subject: string): string => subject.replace(/^(?:re: *)+/i, '')

const labelsOf = ({ folder, unread, starred }: Kept): string[] =>
  [FOLDERS[folder], unread && 'UNREAD', starred && 'STARRED'].filter((label) => typeof label === 'string')

function mark(message: Kept, label: string, isOn: boolean): void {
  if (label === 'UNREAD') message.unread = isOn
  if (label === 'STARRED') message.starred = isOn
  if (label === 'INBOX') message.folder = isOn ? 'inbox' : 'archive'
}

const splitHead = (part: string): string[] => {
  const at = part.indexOf('\r\n\r\n')
  return [part.slice(0, at), part.slice(at + 4)]
}
