/** A strict stand-in for Google Drive: names of parameters and fields, ids of its own making, and what it refuses. */
import type { z } from 'zod'
import { createMemoryDrive, FOLDER, type Node, randomId } from './drive-store.ts'
import { readQuery } from './google-drive-query.ts'
import {
  badRequest,
  Change,
  conflict,
  forbidden,
  GOOGLE,
  Grant,
  NewFile,
  notFound,
  readMultipart,
  shownFile,
  shownFiles,
  shownPermission,
  shownPermissions,
} from './google-drive-wire.ts'
import { type Answer, type ApiHost, type Asked, checksOf, hostApi, pageByToken } from './host-api.ts'

const SCOPE = 'https://www.googleapis.com/auth/drive'
const MAX_MULTIPART = 5 * 1024 * 1024
const MAX_EXPORT_BYTES = 10 * 1024 * 1024

const exported: Record<string, RegExp> = {
  [`${GOOGLE}document`]: /wordprocessingml|markdown|plain|pdf/,
  [`${GOOGLE}spreadsheet`]: /spreadsheetml|csv|pdf/,
  [`${GOOGLE}presentation`]: /presentationml|plain|pdf/,
}

const { only, body } = checksOf((message) => badRequest(message, 'invalid'))

type Route = (asked: Asked, id: string) => Answer

export function hostGoogleDrive(host: ApiHost) {
  const drive = createMemoryDrive('0AFakeRoot', randomId)
  const generated = new Set<string>()
  const sessions = new Map<string, { asked: Asked; node: string | null }>()
  const mails: { to: string; message: string | null }[] = []
  let exportOf = (node: Node, _type: string) => node.bytes
  let beginsEmpty = false

  function node(id: string, { query }: Asked): Node {
    const found = drive.find(id)
    if (!found || drive.isTrashed(found)) throw notFound(id)
    if (found.drive_id && query.get('supportsAllDrives') !== 'true') throw notFound(id)
    return found
  }

  function writable(id: string, one: Asked): Node {
    const found = node(id, one)
    if (found.is_read_only)
      throw forbidden('insufficientFilePermissions', 'The user does not have sufficient permissions for this file.')
    return found
  }

  function page<T>(all: readonly T[], { query }: Asked) {
    const size = Number(query.get('pageSize') ?? 100)
    if (!(size >= 1 && size <= 1000)) throw badRequest('Invalid value for pageSize', 'invalidParameter')
    const token = query.get('pageToken')
    const read = pageByToken(all, { of: query.get('q') ?? '', token, size, isEmpty: beginsEmpty && token === null })
    if (!read) throw badRequest('Invalid Value', 'invalid')
    return { shown: read.shown, more: read.next === null ? {} : { nextPageToken: read.next } }
  }

  const list: Route = (one) => {
    only(
      one,
      'q',
      'orderBy',
      'pageSize',
      'pageToken',
      'fields',
      'corpora',
      'includeItemsFromAllDrives',
      'supportsAllDrives',
    )
    const { query } = one
    const text = query.get('q') ?? ''
    const test = readQuery(text)
    if (!test) throw badRequest('Invalid Value', 'invalid')
    const includes = query.get('supportsAllDrives') === 'true' && query.get('includeItemsFromAllDrives') === 'true'
    if (query.get('corpora') === 'allDrives' && !includes)
      throw badRequest('The includeItemsFromAllDrives parameter must be true with corpora=allDrives')
    if (query.has('orderBy') && text.includes('fullText'))
      throw badRequest('Sorting is not supported for queries with fullText terms.')
    const parent = /^'((?:[^'\\]|\\.)*)' in parents/.exec(text)?.[1]
    if (parent !== undefined) node(parent === 'root' ? drive.root : parent, one)
    const found = drive
      .all()
      .filter((each) => !each.drive_id || (includes && (parent !== undefined || query.get('corpora') === 'allDrives')))
      .filter((each) => test(parent === 'root' && each.parent === drive.root ? { ...each, parent: 'root' } : each))
    const { shown, more } = page(found, one)
    return shownFiles(shown, query.get('fields'), more)
  }

  const generateIds: Route = (one) => {
    only(one, 'count', 'space', 'type')
    const ids = Array.from({ length: Number(one.query.get('count') ?? 10) }, randomId)
    for (const id of ids) generated.add(id)
    return { status: 200, json: { kind: 'drive#generatedIds', space: 'drive', ids } }
  }

  function create(given: z.output<typeof NewFile>, one: Asked, content?: { mime: string; bytes: Buffer }): Node {
    const { id = randomId(), name = 'Untitled', mimeType = content?.mime ?? 'application/octet-stream' } = given
    if (given.id !== undefined && drive.find(id))
      throw conflict('fileIdInUse', 'A file already exists with the provided ID.')
    if (given.id !== undefined && !generated.has(id)) throw badRequest('The provided file ID is not usable.', 'invalid')
    const parent = writable(given.parents?.[0] ?? drive.root, one)
    const mime = mimeType === `${GOOGLE}folder` ? FOLDER : mimeType
    const properties = given.appProperties ?? {}
    return drive.add({
      id,
      name,
      parent: parent.id,
      mime,
      bytes: content?.bytes ?? '',
      drive_id: parent.drive_id,
      properties,
    })
  }

  const post: Route = (one) => {
    only(one, 'supportsAllDrives', 'fields')
    return shownFile(create(body(one, NewFile), one), one.query.get('fields'))
  }

  const get: Route = (one, id) => {
    only(one, 'supportsAllDrives', 'fields', 'alt')
    const found = node(id, one)
    if (!one.query.has('alt')) return shownFile(found, one.query.get('fields'))
    if (found.mime.startsWith(GOOGLE) || found.mime === FOLDER)
      throw forbidden(
        'fileNotDownloadable',
        'Only files with binary content can be downloaded. Use Export with Docs Editors files.',
      )
    return { status: 200, bytes: found.bytes, headers: { 'content-type': found.mime } }
  }

  const exportFile: Route = (one, id) => {
    only(one, 'mimeType')
    const found = node(id, { ...one, query: new URLSearchParams({ supportsAllDrives: 'true' }) })
    const type = one.query.get('mimeType') ?? ''
    if (!exported[found.mime]?.test(type)) throw badRequest('The requested conversion is not supported.', 'badRequest')
    const bytes = exportOf(found, type)
    if (bytes.length > MAX_EXPORT_BYTES)
      throw forbidden('exportSizeLimitExceeded', 'This file is too large to be exported.')
    return { status: 200, bytes, headers: { 'content-type': type } }
  }

  const patch: Route = (one, id) => {
    only(one, 'supportsAllDrives', 'fields', 'addParents', 'removeParents')
    const found = writable(id, one)
    const change = body(one, Change)
    const parent = one.query.get('addParents')
    if (parent !== null) {
      const into = writable(parent, one)
      if (one.query.get('removeParents') !== found.parent)
        throw forbidden('cannotAddParent', 'Increasing the number of parents is not allowed')
      found.parent = into.id
    }
    found.name = change.name ?? found.name
    found.is_trashed = change.trashed ?? found.is_trashed
    return shownFile(found, one.query.get('fields'))
  }

  const copy: Route = (one, id) => {
    only(one, 'supportsAllDrives', 'fields')
    const found = node(id, one)
    if (found.mime === FOLDER) throw forbidden('cannotCopyFile', 'This file cannot be copied by the user.')
    const given = body(one, NewFile)
    if (given.id !== undefined && found.mime.startsWith(GOOGLE))
      throw badRequest('Pre-generated IDs are not supported for native documents.', 'invalid')
    const { name = `Copy of ${found.name}`, parents = [found.parent ?? drive.root], ...more } = given
    // A copy has the properties of its original, as far as no others are given.
    const appProperties = { ...found.properties, ...given.appProperties }
    return shownFile(
      create({ name, ...more, parents, appProperties }, one, { mime: found.mime, bytes: found.bytes }),
      one.query.get('fields'),
    )
  }

  const permissions: Route = (one, id) => {
    only(one, 'supportsAllDrives', 'fields', 'pageSize', 'pageToken')
    const { shown, more } = page(node(id, one).permissions, one)
    return shownPermissions(shown, one.query.get('fields'), more)
  }

  const share: Route = (one, id) => {
    only(one, 'supportsAllDrives', 'fields', 'sendNotificationEmail', 'emailMessage')
    const found = writable(id, one)
    const grant = body(one, Grant)
    const { query } = one
    if (grant.type === 'anyone' && query.has('sendNotificationEmail'))
      throw badRequest('The sendNotificationEmail parameter is only valid for users and groups.', 'invalidParameter')
    if (query.get('sendNotificationEmail') === 'false' && query.has('emailMessage'))
      throw badRequest('A message needs a notification.', 'invalidParameter')
    const email = grant.type === 'user' ? grant.emailAddress : undefined
    if (email && query.get('sendNotificationEmail') !== 'false')
      mails.push({ to: email, message: query.get('emailMessage') })
    const granted = { id: randomId(), type: grant.type, role: grant.role, ...(email && { email }) }
    found.permissions.push(granted)
    return shownPermission(granted, query.get('fields'))
  }

  const upload: Route = (one, id) => {
    only(one, 'uploadType', 'supportsAllDrives', 'fields')
    const replaced = id ? writable(id, one) : null
    if (one.query.get('uploadType') === 'resumable') {
      const session = randomId()
      sessions.set(session, { asked: one, node: replaced?.id ?? null })
      const at = `${host.origin}/upload/drive/v3/files?uploadType=resumable&upload_id=${session}`
      return { status: 200, headers: { location: at } }
    }
    if (one.query.get('uploadType') !== 'multipart') throw badRequest('Invalid upload type', 'invalidParameter')
    const { metadata, mime, bytes } = readMultipart(one)
    if (bytes.length > MAX_MULTIPART) throw badRequest('Too large for a multipart upload.', 'uploadTooLarge')
    return finish({ ...one, body: metadata, headers: { 'content-type': 'application/json' } }, replaced, {
      mime,
      bytes,
    })
  }

  function finish(one: Asked, replaced: Node | null, content: { mime: string; bytes: Buffer }): Answer {
    const given = body(one, NewFile)
    if (replaced) Object.assign(replaced, { bytes: content.bytes, modified: new Date('2026-11-20T08:00:00Z') })
    return shownFile(replaced ?? create(given, one, content), one.query.get('fields'))
  }

  function session(one: Asked): Answer {
    only(one, 'uploadType', 'upload_id')
    const begun = sessions.get(one.query.get('upload_id') ?? '')
    if (!begun) throw notFound('upload')
    const { headers } = begun.asked
    if (String(one.body.length) !== headers['x-upload-content-length']) return { status: 308 }
    sessions.delete(one.query.get('upload_id') ?? '')
    const mime = String(headers['x-upload-content-type'])
    const replaced = begun.node === null ? null : (drive.find(begun.node) ?? null)
    return finish(begun.asked, replaced, { mime, bytes: one.body })
  }

  const routes: [string, RegExp, Route][] = [
    ['GET', /^\/drive\/v3\/files$/, list],
    ['GET', /^\/drive\/v3\/files\/generateIds$/, generateIds],
    ['POST', /^\/drive\/v3\/files$/, post],
    ['GET', /^\/drive\/v3\/files\/([\w-]+)$/, get],
    ['PATCH', /^\/drive\/v3\/files\/([\w-]+)$/, patch],
    ['GET', /^\/drive\/v3\/files\/([\w-]+)\/export$/, exportFile],
    ['POST', /^\/drive\/v3\/files\/([\w-]+)\/copy$/, copy],
    ['GET', /^\/drive\/v3\/files\/([\w-]+)\/permissions$/, permissions],
    ['POST', /^\/drive\/v3\/files\/([\w-]+)\/permissions$/, share],
    ['POST', /^\/upload\/drive\/v3\/files$/, upload],
    ['PATCH', /^\/upload\/drive\/v3\/files\/([\w-]+)$/, upload],
    ['PUT', /^\/upload\/drive\/v3\/files$/, session],
  ]

  function answerTo(one: Asked): Answer {
    const found = routes.find(([method, path]) => method === one.method && path.test(one.path))
    if (!found) throw notFound(one.path)
    return found[2](one, found[1].exec(one.path)?.[1] ?? '')
  }

  const hosted = hostApi({ host, prefixes: ['/drive/v3', '/upload/drive/v3'], scope: SCOPE, answerTo })

  return {
    ...drive,
    ...hosted,
    mails,
    clear() {
      drive.clear()
      hosted.clear()
      beginsEmpty = false
      mails.length = 0
    },
    /** What a document is exported as. */
    exportAs: (make: typeof exportOf) => {
      exportOf = make
    },
    /** Lists begin with a page that has nothing. */
    beginEmpty: () => {
      beginsEmpty = true
    },
  }
}
