/** The mail of Microsoft Graph as far as it is used, refusing what the real one refuses. */
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { listenOnLoopback } from '../../servers/listen-on-loopback.ts'
import { FileAttachment, Item, type People, Person, Written } from './graph-mail-bodies.ts'
import { asAttachment, fileAt, present, readFilter, readSearch, selected } from './graph-mail-wire.ts'
import { addressOf, createMailStore, type File, type Kept } from './mail-store.ts'
import { type ApiCall, ApiRefused, numberIn, pageOf, serveApi } from './serve-api.ts'

const SCOPE = 'Mail.ReadWrite'
const FOLDERS = {
  inbox: 'inbox',
  sentitems: 'sent',
  drafts: 'drafts',
  deleteditems: 'trash',
  archive: 'archive',
} as const
const folderOf = (id: string): Kept['folder'] | undefined => Object.entries(FOLDERS).find(([name]) => name === id)?.[1]
const PIECE = 320 * 1024
/** 3 MB, less what a request of 4 MB holds beside a file. */
const MIN_SESSION_BYTES = 3 * 1024 * 1024 - 4 * 1024

type Allow = Parameters<typeof serveApi>[0]['allow']

export async function graphMailDouble(allow: Allow) {
  const store = createMailStore('ada@accounts.example')
  const sessions = new Map<string, { message: Kept; file: File; size: number }>()

  /** At another host, which no token may reach. */
  const uploads = createServer(async (request, response) => {
    const session = sessions.get(request.url ?? '')
    const bytes = await buffer(request)
    const refuse = (status: number) => void response.writeHead(status).end('{}')
    if (request.headers.authorization) return refuse(401)
    if (!session || request.method !== 'PUT') return refuse(404)
    const [, from, to, size] =
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '')?.map(Number) ?? []
    const { file, message } = session
    if (from !== file.bytes.length || to !== from + bytes.length - 1 || size !== session.size) return refuse(416)
    file.bytes = Buffer.concat([file.bytes, bytes])
    if (file.bytes.length < size)
      return bytes.length % PIECE === 0 ? void response.writeHead(200).end('{}') : refuse(400)
    message.attachments.push(file)
    response.writeHead(201).end()
  })
  const origin = await listenOnLoopback(uploads)

  const find = ([id = '']: string[]): Kept => {
    const message = store.get(id)
    if (!message) throw new ApiRefused(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')
    return message
  }

  function list({ params: [folder], query }: ApiCall) {
    if (folder !== undefined && !folderOf(folder))
      throw new ApiRefused(400, 'ErrorInvalidIdMalformed', 'Id is malformed.')
    const search = query.get('$search')
    if (search !== null && (query.has('$filter') || query.has('$orderby')))
      throw new ApiRefused(400, 'SearchWithFilter', 'The query parameter $filter is not supported with $search.')
    const fits = search === null ? readFilter(query.get('$filter'), query.get('$orderby')) : readSearch(search)
    const all = store
      .all()
      .filter((message) => folder === undefined || message.folder === folderOf(folder))
      .filter(fits)
    const way = search === null ? '$skip' : '$skiptoken'
    const from = Number(query.get(way)?.replace(/^t/, '') ?? 0)
    const { page, next } = pageOf(all, from, numberIn(query, '$top', 10, 1000))
    const link = `https://graph.microsoft.com/elsewhere?${way}=${search === null ? next : `t${next}`}`
    const value = page.map((message) => selected(present(message), query))
    return { json: { value, ...(next !== null && { '@odata.nextLink': link }) } }
  }

  function write(
    message: Kept,
    { subject, body, toRecipients, ccRecipients, bccRecipients, isRead, flag }: z.infer<typeof Written>,
  ) {
    const addresses = (people: z.infer<typeof People>) => people?.map(({ emailAddress }) => emailAddress.address)
    Object.assign(
      message,
      subject !== undefined && { subject },
      body && (body.contentType === 'text' ? { text: body.content, html: null } : { text: null, html: body.content }),
      toRecipients && { to: addresses(toRecipients) },
      ccRecipients && { cc: addresses(ccRecipients) },
      bccRecipients && { bcc: addresses(bccRecipients) },
      isRead !== undefined && { unread: !isRead },
      flag && { starred: flag.flagStatus === 'flagged' },
    )
    return present(message)
  }

  const draftOf = (given: Partial<Kept>) =>
    store.receive({ from: store.owner, to: [], subject: '', text: '', ...given, unread: false, folder: 'drafts' })

  function derive(original: Kept, prefix: string, given: Partial<Kept>) {
    const html = `<html><body><hr><b>From:</b> ${original.from}<br>${original.html ?? original.text}</body></html>`
    const refers = { in_reply_to: original.message_id, references: [...original.references, original.message_id] }
    const made = draftOf({
      ...refers,
      thread: original.thread,
      subject: `${prefix}: ${original.subject}`,
      text: null,
      html,
      ...given,
    })
    return { status: 201, json: present(made) }
  }

  const answering = (original: Kept) =>
    (original.reply_to.length > 0 ? original.reply_to : [original.from]).map(addressOf)
  const LIST = ['$select', '$top', '$skip', '$skiptoken', '$search', '$filter', '$orderby']
  const scope = SCOPE

  const api = serveApi({ base: '/v1.0', form: 'graph', allow }, [
    { method: 'GET', path: '/me/messages', scope, query: LIST, serve: list },
    { method: 'GET', path: '/me/mailFolders/:id/messages', scope, query: LIST, serve: list },
    {
      method: 'GET',
      path: '/me/mailFolders',
      scope,
      query: ['$select', '$top'],
      serve: () => ({
        json: {
          value: Object.keys(FOLDERS).map((id) => ({
            id,
            displayName: id,
            childFolderCount: id === 'inbox' ? 1 : 0,
            unreadItemCount: 0,
            totalItemCount: 0,
          })),
        },
      }),
    },
    {
      method: 'GET',
      path: '/me/mailFolders/:id/childFolders',
      scope,
      query: ['$select', '$top'],
      serve: () => ({ json: { value: [{ id: 'invoices', displayName: 'Invoices', childFolderCount: 0 }] } }),
    },
    {
      method: 'GET',
      path: '/me/messages/:id',
      scope,
      query: ['$select'],
      serve: ({ params, query }) => ({ json: selected(present(find(params)), query) }),
    },
    {
      method: 'GET',
      path: '/me/messages/:id/attachments',
      scope,
      query: ['$select'],
      serve: ({ params, query }) => ({
        json: { value: find(params).attachments.map((file, at) => selected(asAttachment(file, at), query)) },
      }),
    },
    {
      method: 'GET',
      path: '/me/messages/:id/attachments/:at',
      scope,
      query: ['$select'],
      serve: ({ params, query }) => ({ json: selected(asAttachment(...fileAt(find(params), params[1])), query) }),
    },
    {
      method: 'GET',
      path: '/me/messages/:id/attachments/:at/$value',
      scope,
      serve: ({ params }) => ({ bytes: fileAt(find(params), params[1])[0].bytes }),
    },
    {
      method: 'POST',
      path: '/me/messages',
      scope,
      body: Written,
      serve: ({ body }) => ({ status: 201, json: write(draftOf({}), body) }),
    },
    {
      method: 'PATCH',
      path: '/me/messages/:id',
      scope,
      body: Written,
      serve: ({ params, body }) => ({ json: write(find(params), body) }),
    },
    {
      method: 'DELETE',
      path: '/me/messages/:id',
      scope,
      serve({ params }) {
        store.remove(find(params).id)
        return {}
      },
    },
    {
      method: 'POST',
      path: '/me/messages/:id/attachments',
      scope,
      body: FileAttachment,
      serve({ params, body: { name, contentType, contentBytes } }) {
        find(params).attachments.push({ name, type: contentType, bytes: Buffer.from(contentBytes, 'base64') })
        return { status: 201, json: { id: 'new' } }
      },
    },
    {
      method: 'POST',
      path: '/me/messages/:id/attachments/createUploadSession',
      scope,
      body: Item,
      serve({ params, body: { AttachmentItem } }) {
        const message = find(params)
        if (AttachmentItem.size < MIN_SESSION_BYTES)
          throw new ApiRefused(400, 'ErrorAttachmentSizeShouldNotBeLessThanMinimumSize', 'Too small')
        const path = `/upload/${sessions.size + 1}`
        const file = { name: AttachmentItem.name, type: AttachmentItem.contentType ?? '', bytes: Buffer.alloc(0) }
        sessions.set(path, { message, file, size: AttachmentItem.size })
        return { status: 201, json: { uploadUrl: `${origin}${path}`, nextExpectedRanges: ['0-'] } }
      },
    },
    {
      method: 'POST',
      path: '/me/messages/:id/send',
      scope: 'Mail.Send',
      serve({ params }) {
        const message = find(params)
        if (message.folder !== 'drafts') throw new ApiRefused(400, 'ErrorInvalidOperation', 'Not a draft')
        if ([...message.to, ...message.cc, ...message.bcc].length === 0)
          throw new ApiRefused(400, 'ErrorInvalidRecipients', 'At least one recipient is needed')
        message.folder = 'sent'
        return { status: 202 }
      },
    },
    {
      method: 'POST',
      path: '/me/messages/:id/createReply',
      scope,
      body: z.strictObject({}),
      serve: ({ params }) => derive(find(params), 'RE', { to: answering(find(params)) }),
    },
    {
      method: 'POST',
      path: '/me/messages/:id/createReplyAll',
      scope,
      body: z.strictObject({}),
      serve({ params }) {
        const original = find(params)
        const others = [...original.to, ...original.cc].map(addressOf).filter((each) => each !== store.owner)
        return derive(original, 'RE', { to: answering(original), cc: others })
      },
    },
    {
      method: 'POST',
      path: '/me/messages/:id/createForward',
      scope,
      body: z.strictObject({ comment: z.string().optional(), toRecipients: z.array(Person).min(1) }),
      serve({ params, body }) {
        const original = find(params)
        const to = body.toRecipients.map(({ emailAddress }: z.infer<typeof Person>) => emailAddress.address)
        return derive(original, 'FW', { to, attachments: [...original.attachments] })
      },
    },
    {
      method: 'POST',
      path: '/me/messages/:id/move',
      scope,
      body: z.strictObject({ destinationId: z.string() }),
      serve({ params, body }) {
        const message = find(params)
        const folder = folderOf(body.destinationId)
        if (!folder) throw new ApiRefused(404, 'ErrorFolderNotFound', 'The folder was not found')
        message.folder = folder
        return { status: 201, json: present(message) }
      },
    },
  ])

  return {
    ...store,
    calls: api.calls,
    /** The next message is sent, and its answer is lost. */
    lose: () => api.lose(1, '/send'),
    apis: { '/v1.0/me/messages': api.listener, '/v1.0/me/mailFolders': api.listener },
    async close() {
      uploads.closeAllConnections()
      uploads.close()
    },
  }
}
