/** A strict stand-in for OneDrive at Microsoft Graph: names of parameters and fields, and what it refuses. */
import { createMemoryDrive, FOLDER, type Granted, type Node, randomId } from './drive-store.ts'
import { startGraphAddresses } from './graph-drive-addresses.ts'
import {
  accessDenied,
  badRequest,
  Change,
  CONFLICT,
  Copy,
  Invite,
  itemOf,
  Link,
  NewFolder,
  nameTaken,
  notFound,
  OWN_DRIVE,
  permissionOf,
  remoteItemOf,
  Session,
} from './graph-drive-wire.ts'
import { type Answer, type ApiHost, type Asked, checksOf, hostApi } from './host-api.ts'

const SCOPE = 'Files.ReadWrite.All'
const MAX_SIMPLE_UPLOAD_BYTES = 4 * 1024 * 1024

const { only, body } = checksOf(badRequest)

type At = { node: Node; name: string }
type Route = (asked: Asked, at: At) => Answer

export async function hostGraphDrive(host: ApiHost) {
  const drive = createMemoryDrive('01ROOT', () => `01${randomId().replaceAll('_', 'X')}`)
  const addresses = await startGraphAddresses()
  const mails: { to: string; message: string | null }[] = []
  const usual = {
    download: (bytes: Buffer) => addresses.download(bytes),
    upload: (url: string) => url,
    page: (url: string) => url,
  }
  let next = usual
  let monitorOf = (done: Answer): Answer[] => [
    { status: 202, json: { status: 'inProgress', percentageComplete: 3 } },
    done,
  ]
  let allowsAnyone = true

  const parentOf = (node: Node) => (node.parent === null ? undefined : drive.find(node.parent))
  const shown = (node: Node, { query }: Asked) => itemOf(node, parentOf(node), query.get('$select'))

  function page(all: readonly Record<string, unknown>[], { path, query }: Asked): Answer {
    const size = Number(query.get('$top') ?? 200)
    if (!(size >= 1 && size <= 1000)) throw badRequest('Invalid value for $top')
    const token = query.get('$skiptoken')
    const at = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString().replace('after ', ''))
    if (Number.isNaN(at)) throw badRequest('The skip token is malformed')
    const link = new URLSearchParams(query)
    link.set('$skiptoken', Buffer.from(`after ${at + size}`).toString('base64url'))
    const more = at + size < all.length ? { '@odata.nextLink': next.page(`${host.origin}${path}?${link}`) } : {}
    return { status: 200, json: { value: all.slice(at, at + size), ...more } }
  }

  function search(one: Asked): Answer {
    only(one, '$top', '$select', '$skiptoken', '$orderby')
    const quoted = decodeURIComponent(/^\/v1\.0\/me\/drive\/search\(q=(.*)\)$/.exec(one.path)?.[1] ?? '')
    if (!/^'(?:[^']|'')*'$/.test(quoted)) throw badRequest(`Syntax error: character '"' is not valid in '${quoted}'`)
    const words = quoted.slice(1, -1).replaceAll("''", "'").toLowerCase()
    const textOf = (node: Node) => `${node.name}\n${node.bytes}`.toLowerCase()
    // Each word must be somewhere.
    const found = drive.all().filter((node) => words.split(/\s+/).every((word) => textOf(node).includes(word)))
    const select = one.query.get('$select')
    return page(
      found.map((node) => (node.drive_id ? remoteItemOf(node, select) : itemOf(node, parentOf(node), select))),
      one,
    )
  }

  function writable(node: Node): Node {
    if (node.is_read_only) throw accessDenied()
    return node
  }

  /** The file of this name, where one may be replaced. */
  function replaced(parent: Node, name: string, behavior: string | null | undefined): Node | undefined {
    const there = drive.named(parent.id, name)
    if (there && (behavior !== 'replace' || there.mime === FOLDER)) throw nameTaken()
    return there
  }

  function write(parent: Node, name: string, content: { bytes: Buffer; mime: string }, behavior: string | null): Node {
    const there = replaced(writable(parent), name, behavior)
    if (!there) return drive.add({ name, parent: parent.id, drive_id: parent.drive_id, ...content })
    return Object.assign(there, content)
  }

  const get: Route = (one, { node }) => {
    only(one, '$select')
    return { status: 200, json: shown(node, one) }
  }

  const children: Route = (one, { node }) => {
    only(one, '$top', '$select', '$skiptoken', '$orderby')
    const each = drive.childrenOf(node.id).toSorted((a, b) => a.name.localeCompare(b.name))
    return page(
      each.map((child) => shown(child, one)),
      one,
    )
  }

  const makeFolder: Route = (one, { node }) => {
    only(one)
    const { name, [CONFLICT]: behavior } = body(one, NewFolder)
    replaced(writable(node), name, behavior)
    return {
      status: 201,
      json: shown(drive.add({ name, parent: node.id, mime: FOLDER, drive_id: node.drive_id }), one),
    }
  }

  const content: Route = (one, { node }) => {
    only(one, 'format')
    if (node.mime === FOLDER) throw badRequest('A folder has no content')
    const format = one.query.get('format')
    if (format !== null && !(format === 'pdf' && /\.(docx|xlsx|pptx|csv)$/.test(node.name)))
      throw badRequest('The conversion is not supported')
    const bytes = format ? Buffer.from(`%PDF of ${node.name}`) : node.bytes
    return { status: 302, headers: { location: next.download(bytes) } }
  }

  const put: Route = (one, { node, name }) => {
    only(one, CONFLICT)
    if (one.body.length > MAX_SIMPLE_UPLOAD_BYTES) throw badRequest('Use an upload session for more than 4 MB')
    const mime = one.headers['content-type'] ?? ''
    return { status: 201, json: shown(write(node, name, { bytes: one.body, mime }, one.query.get(CONFLICT)), one) }
  }

  const openSession: Route = (one, { node, name }) => {
    only(one)
    const { item } = body(one, Session)
    if (item.name !== name) throw badRequest('The name must be that of the path')
    replaced(writable(node), name, item[CONFLICT])
    const uploadUrl = addresses.session((bytes) => {
      const made = write(node, name, { bytes, mime: 'application/octet-stream' }, item[CONFLICT])
      return { status: 201, json: itemOf(made, node, null) }
    })
    return { status: 200, json: { uploadUrl: next.upload(uploadUrl), expirationDateTime: '2026-12-01T00:00:00Z' } }
  }

  const patch: Route = (one, { node }) => {
    only(one)
    const { name = node.name, parentReference } = body(one, Change)
    if (parentReference?.id === 'root') throw badRequest('The id of the root must be its own')
    const parent = parentReference ? drive.find(parentReference.id) : parentOf(writable(node))
    if (!parent || parent.drive_id !== node.drive_id) throw notFound()
    const there = drive.named(parent.id, name)
    if (there && there !== node) throw nameTaken()
    Object.assign(node, { name, parent: parent.id })
    return { status: 200, json: shown(node, one) }
  }

  const copy: Route = (one, { node }) => {
    only(one, CONFLICT)
    if (one.query.get(CONFLICT) !== 'fail') throw badRequest('What is to be done about a name that is taken?')
    const { name = node.name, parentReference } = body(one, Copy)
    const parent = parentReference ? drive.find(parentReference.id) : parentOf(node)
    if (!parent || (parentReference && parentReference.driveId !== (parent.drive_id ?? OWN_DRIVE))) throw notFound()
    const { bytes, mime } = node
    const error = { code: 'nameAlreadyExists', message: 'Name already exists' }
    const done = drive.named(parent.id, name)
      ? { status: 200, json: { status: 'failed', error } }
      : { status: 200, json: { status: 'completed', resourceId: write(parent, name, { bytes, mime }, 'fail').id } }
    return { status: 202, headers: { location: addresses.monitor(...monitorOf(done)) } }
  }

  const remove: Route = (one, { node }) => {
    only(one)
    writable(node).is_trashed = true
    return { status: 204 }
  }

  const grant = (node: Node, type: Granted['type'], role: string, email?: string) => {
    const granted = { id: randomId(), type, role, ...(email && { email }) }
    writable(node).permissions.push(granted)
    return permissionOf(granted, `https://1drv.example/${granted.id}`)
  }

  const invite: Route = (one, { node }) => {
    only(one)
    const { recipients, sendInvitation, roles, message } = body(one, Invite)
    const [{ email }] = recipients
    if (sendInvitation) mails.push({ to: email, message: message ?? null })
    return { status: 200, json: { value: [grant(node, 'user', roles[0], email)] } }
  }

  const createLink: Route = (one, { node }) => {
    only(one)
    const { type, scope } = body(one, Link)
    if (scope === 'anonymous' && !allowsAnyone) throw accessDenied()
    return {
      status: 201,
      json: grant(node, scope === 'anonymous' ? 'anyone' : 'organization', type === 'view' ? 'read' : 'write'),
    }
  }

  const permissions: Route = (one, { node }) => {
    only(one, '$skiptoken')
    return page(
      node.permissions.map((each) => permissionOf(each, `https://1drv.example/${each.id}`)),
      one,
    )
  }

  const routes: [string, string, Route][] = [
    ['GET', '', get],
    ['PATCH', '', patch],
    ['DELETE', '', remove],
    ['GET', '/children', children],
    ['POST', '/children', makeFolder],
    ['GET', '/content', content],
    ['PUT', ':/content', put],
    ['POST', ':/createUploadSession', openSession],
    ['POST', '/copy', copy],
    ['POST', '/invite', invite],
    ['POST', '/createLink', createLink],
    ['GET', '/permissions', permissions],
  ]

  const ITEM = /^\/v1\.0\/(?:me\/drive|drives\/([^/]+))\/(?:root|items\/([^/:]+))(?::\/([^/:]+)(:.*)?)?(\/[a-zA-Z]+)?$/

  function answerTo(one: Asked): Answer {
    if (one.method === 'GET' && one.path.startsWith('/v1.0/me/drive/search(')) return search(one)
    const [, drive_id, id, name = '', within, below] = ITEM.exec(one.path) ?? []
    const at = drive.find(decodeURIComponent(id ?? 'root'))
    const node = at && name && !within ? drive.named(at.id, decodeURIComponent(name)) : at
    const action = routes.find(([method, end]) => method === one.method && end === (within ?? below ?? ''))
    if (!node || drive.isTrashed(node) || !action) throw notFound()
    // In its own drive alone, or where the drive is named.
    if ((drive_id === undefined ? null : decodeURIComponent(drive_id)) !== node.drive_id) throw notFound()
    return action[2](one, { node, name: decodeURIComponent(name) })
  }

  const hosted = hostApi({ host, prefixes: ['/v1.0/me/drive', '/v1.0/drives'], scope: SCOPE, answerTo })

  return {
    ...drive,
    ...hosted,
    mails,
    addresses,
    clear() {
      drive.clear()
      hosted.clear()
      next = usual
      for (const list of [mails, addresses.asked]) list.length = 0
    },
    /** Where it sends for bytes from now on. */
    sendTo: (addresses: Partial<typeof usual>) => {
      next = { ...usual, ...addresses }
    },
    setCopyMonitor: (answers: typeof monitorOf) => {
      monitorOf = answers
    },
    forbidAnyone: () => {
      allowsAnyone = false
    },
    close: addresses.close,
  }
}
