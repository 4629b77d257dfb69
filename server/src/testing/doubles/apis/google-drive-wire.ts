import { z } from 'zod'
import { FOLDER, type Granted, type Node } from './drive-store.ts'
import { type Answer, type Asked, googleRefusal } from './host-api.ts'

export const GOOGLE = 'application/vnd.google-apps.'

export const badRequest = (message: string, reason = 'badRequest') => googleRefusal(400, reason, message)
export const forbidden = (reason: string, message: string) => googleRefusal(403, reason, message)
export const conflict = (reason: string, message: string) => googleRefusal(409, reason, message)
export const notFound = (id: string) => googleRefusal(404, 'notFound', `File not found: ${id}.`)

const fit = (properties: Record<string, string>) =>
  Object.entries(properties).every(([name, value]) => Buffer.byteLength(name + value) <= 124)

export const NewFile = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  mimeType: z.string().optional(),
  parents: z.tuple([z.string()]).optional(),
  appProperties: z.record(z.string(), z.string()).refine(fit, 'At most 124 bytes a property').optional(),
})
export const Change = z.strictObject({ name: z.string().optional(), trashed: z.boolean().optional() })
export const Grant = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('user'), role: z.enum(['reader', 'writer']), emailAddress: z.email() }),
  z.strictObject({
    type: z.literal('anyone'),
    role: z.enum(['reader', 'writer']),
    allowFileDiscovery: z.literal(false).optional(),
  }),
])

/** A file as the API shows it, with every field that it is asked for here. */
function fileOf(node: Node, parent: string | null) {
  const isOwn = node.mime.startsWith(GOOGLE) || node.mime === FOLDER
  return {
    kind: 'drive#file',
    id: node.id,
    name: node.name,
    mimeType: node.mime === FOLDER ? `${GOOGLE}folder` : node.mime,
    ...(!isOwn && { size: String(node.bytes.length) }),
    createdTime: node.created.toISOString(),
    modifiedTime: node.modified.toISOString(),
    lastModifyingUser: { kind: 'drive#user', displayName: 'Ada', emailAddress: 'ada@accounts.example' },
    ...(parent && { parents: [parent] }),
    webViewLink: `https://drive.example/file/d/${node.id}/view`,
    shared: node.permissions.length > 1,
    trashed: node.is_trashed,
    ...(node.shortcut_to && { shortcutDetails: { targetId: node.shortcut_to, targetMimeType: 'text/plain' } }),
  }
}

const permissionOf = ({ id, type, role, email }: Granted) => ({
  kind: 'drive#permission',
  id,
  type,
  role,
  ...(email && { emailAddress: email, displayName: email.split('@')[0] }),
})

export const shownFile = (node: Node, fields: string | null): Answer => ({
  status: 200,
  json: partial(fileOf(node, node.parent), fields ?? 'id,name,mimeType,kind'),
})

export const shownFiles = (nodes: readonly Node[], fields: string | null, more: object) => {
  const own = inner(fields ?? 'files(id,name,mimeType)', 'files')
  return { status: 200, json: { files: nodes.map((node) => partial(fileOf(node, node.parent), own)), ...more } }
}

export const shownPermissions = (granted: readonly Granted[], fields: string | null, more: object) => {
  const own = inner(fields ?? 'permissions(id,type,role)', 'permissions')
  return { status: 200, json: { permissions: granted.map((one) => partial(permissionOf(one), own)), ...more } }
}

export const shownPermission = (granted: Granted, fields: string | null) => ({
  status: 200,
  json: partial(permissionOf(granted), fields ?? 'id,type,role'),
})

const KNOWN = new Set(
  'kind id name mimeType size createdTime modifiedTime lastModifyingUser parents webViewLink shared trashed shortcutDetails type role emailAddress displayName domain permissionDetails'.split(
    ' ',
  ),
)

/** What a mask of fields leaves; one that does not exist is refused. */
function partial(whole: Record<string, unknown>, fields: string): Record<string, unknown> {
  const names = fields.replaceAll(/\([^)]*\)/g, '').split(',')
  const unknown = names.find((name) => !KNOWN.has(name))
  if (unknown !== undefined) throw badRequest(`Invalid field selection ${unknown}`, 'invalidParameter')
  return Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name)))
}

/** What is in the parentheses behind a name. */
function inner(fields: string, name: string): string {
  const found = new RegExp(`(?:^|,)${name}\\((.*)\\)$`).exec(fields)?.[1]
  if (!found) throw badRequest(`Invalid field selection ${fields}`, 'invalidParameter')
  return found
}

/** A file with what is said of it, as `multipart/related` has them. */
export function readMultipart({ headers, body }: Asked): { metadata: Buffer; mime: string; bytes: Buffer } {
  const boundary = /^multipart\/related; boundary=(\S+)$/.exec(headers['content-type'] ?? '')?.[1]
  const [start, about = '', media = '', end] = body.toString('latin1').split(`--${boundary}`)
  const [aboutType, metadata] = partOf(about)
  const [mediaType, bytes] = partOf(media)
  if (start !== '' || end !== '--\r\n' || !aboutType.startsWith('application/json'))
    throw badRequest('Malformed multipart body.')
  return { metadata, mime: mediaType, bytes }
}

function partOf(part: string): [type: string, body: Buffer] {
  const border = part.indexOf('\r\n\r\n')
  const type = /^\r\nContent-Type: (.+)$/.exec(part.slice(0, border))?.[1] ?? ''
  return [type, Buffer.from(part.slice(border + 4, -2), 'latin1')]
}
