import { z } from 'zod'
import type { AccountRequest, AccountScope } from '../../requests/account.ts'
import type {
  Drive,
  DriveFile,
  FilePage,
  Made,
  Moved,
  NewFile,
  NewFolder,
  PageWanted,
  Shared,
  Wanted,
} from '../drive.ts'
import { GOOGLE } from '../file-type.ts'
import { nameTaken, refuse, tooLarge, wasRefused } from '../refusals.ts'
import { FILE_FIELDS, GeneratedIds, GoogleFile, GoogleFiles, GooglePermissions, PERMISSION_FIELDS } from './answers.ts'
import { formOf } from './exports.ts'
import { filePath, folderOrRoot } from './file-path.ts'
import { childrenQuery, madeBy, madeQuery, namedQuery, searchQuery } from './search-query.ts'
import { uploadBytes } from './upload.ts'

const MAX_PAGES = 5
const MAX_NAMED = 20
const FOLDER = `${GOOGLE}folder`
/** Without `corpora` a folder is found wherever it lies; a search would then leave shared drives out. */
type Sorted = { orderBy?: string; corpora?: 'allDrives' }
/** Drives that an organization shares hold files like any other. */
const everywhere = { supportsAllDrives: true }

export function googleDrive(scope: AccountScope): Drive {
  const { account } = scope
  const base_url = scope.ctx.ports.config.GDRIVE_BASE_URL

  const ask = (file_path: string, { query, ...request }: Omit<AccountRequest, 'url'> = {}) =>
    account.json(GoogleFile, {
      url: `${base_url}${file_path}`,
      query: { ...everywhere, fields: FILE_FIELDS, ...query },
      ...request,
    })

  async function files(q: string, { limit, page_token }: PageWanted, more: Sorted = {}): Promise<FilePage> {
    const found = await account.json(GoogleFiles, {
      url: `${base_url}/files`,
      query: {
        ...everywhere,
        includeItemsFromAllDrives: true,
        q,
        ...more,
        pageSize: limit,
        pageToken: page_token,
        fields: `nextPageToken,incompleteSearch,files(${FILE_FIELDS})`,
      },
    })
    const note = found.incompleteSearch ? 'Google Drive could not search all shared drives.' : undefined
    return { files: found.files, next_page: found.nextPageToken || null, ...(note && { note }) }
  }

  const find = (id: string) => ask(filePath(id))

  async function newId(): Promise<string> {
    const url = `${base_url}/files/generateIds`
    const { ids } = await account.json(GeneratedIds, { url, query: { count: 1, space: 'drive', type: 'files' } })
    return ids[0]
  }

  /** The first files that a query finds. */
  async function firstOf(q: string, most: number, more?: Sorted): Promise<DriveFile[]> {
    const found: DriveFile[] = []
    let page_token: string | undefined
    // A page may be empty although more follow.
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const page = await files(q, { limit: most, page_token }, more)
      found.push(...page.files)
      if (found.length >= most || page.next_page === null) return found.slice(0, most)
      page_token = page.next_page
    }
    throw refuse('Google Drive does not find out which files there are. Try again later.')
  }

  /** With an id of our own, so that what was sent twice is there once. */
  async function create(make: (id: string) => Promise<DriveFile>): Promise<DriveFile> {
    const id = await newId()
    return await make(id).catch((error: unknown) => {
      if (wasRefused(error, 409)) return find(id)
      throw error
    })
  }

  /** What this call has made in a try whose answer nobody heard: an id of our own is forgotten with its process. */
  const madeBefore = async (key: string) => (await firstOf(madeQuery(key), 1, { corpora: 'allDrives' }))[0]

  /** Names need not be unique here, which would surprise a person who looks for what was made. */
  async function namedIn(folder_id: string, name: string): Promise<DriveFile | undefined> {
    const [found, another] = await firstOf(namedQuery(folder_id, name), 2)
    if (another) throw refuse(`There are several files named "${name}" there. Choose another name.`)
    return found
  }

  /** Of those that were made under one name at the same moment the first one stays; true where that is this one. */
  async function isFirst(made: DriveFile, folder_id: string, name: string): Promise<boolean> {
    const order = ({ created_at, id }: DriveFile) => `${created_at} ${id}`
    const named = await firstOf(namedQuery(folder_id, name), MAX_NAMED)
    if (named.every((other) => order(made) <= order(other))) return true
    await trash(made.id).catch((error: unknown) => {
      throw wasRefused(error, 403) ? refuse(`Two files named "${name}" were put there at the same moment.`) : error
    })
    return false
  }

  async function createFolder({ folder_id, name, key }: Made<NewFolder>): Promise<DriveFile> {
    const parent = folderOrRoot(folder_id)
    const before = await madeBefore(key)
    if (before) return before
    if (await namedIn(parent, name)) throw nameTaken(name)
    const json = { name, mimeType: FOLDER, parents: [parent], ...madeBy(key) }
    const made = await create((id) => ask('/files', { method: 'POST', json: { ...json, id }, repeatable: true }))
    if (!(await isFirst(made, parent, name))) throw nameTaken(name)
    return made
  }

  async function upload(file: Made<NewFile>): Promise<DriveFile> {
    const { folder_id, name, mime_type, bytes, replace, key } = file
    const parent = folderOrRoot(folder_id)
    // To replace what is there once more does no harm.
    const before = replace ? undefined : await madeBefore(key)
    if (before) return before
    const there = await namedIn(parent, name)
    if (there && (!replace || there.mime_type.startsWith(GOOGLE))) throw nameTaken(name)
    const what = { mime_type, bytes }
    if (there) return await uploadBytes(scope, { method: 'PATCH', path: filePath(there.id), metadata: {}, ...what })
    const metadata = { name, parents: [parent], ...madeBy(key) }
    const made = await create((id) =>
      uploadBytes(scope, { method: 'POST', path: '/files', metadata: { ...metadata, id }, ...what }),
    )
    if (await isFirst(made, parent, name)) return made
    // The one that stays is there by now.
    if (replace) return await upload(file)
    throw nameTaken(name)
  }

  async function move({ id, folder_id, name }: Moved): Promise<DriveFile> {
    const json = name === undefined ? {} : { name }
    if (folder_id === undefined) return await ask(filePath(id), { method: 'PATCH', json, repeatable: true })
    const { folder_id: before } = await find(id)
    if (before === folder_id) return await ask(filePath(id), { method: 'PATCH', json, repeatable: true })
    const query = { addParents: folderOrRoot(folder_id), removeParents: before ?? undefined }
    return await ask(filePath(id), { method: 'PATCH', query, json })
  }

  async function copy({ id, folder_id, name, key }: Made<Moved>): Promise<DriveFile> {
    const file = await find(id)
    if (file.type === 'folder') throw refuse('Google Drive copies files, and no folders.')
    const before = await madeBefore(key)
    if (before) return before
    const json = {
      ...(name !== undefined && { name }),
      ...(folder_id !== undefined && { parents: [folderOrRoot(folder_id)] }),
      ...madeBy(key),
    }
    const url = filePath(id, '/copy')
    // Google gives documents of its own no ids of ours.
    if (file.mime_type.startsWith(GOOGLE)) return await ask(url, { method: 'POST', json })
    return await create((id) => ask(url, { method: 'POST', json: { ...json, id }, repeatable: true }))
  }

  const trash = (id: string) =>
    account.done({
      method: 'PATCH',
      url: `${base_url}${filePath(id)}`,
      query: { ...everywhere, fields: 'id' },
      json: { trashed: true },
      repeatable: true,
    })

  async function share(shared: Shared): Promise<string> {
    const { id, role } = shared
    if ('link' in shared && shared.link === 'organization')
      throw refuse('Google Drive shares by link with anyone. For an organization share with the address of a group.')
    const grant =
      'email' in shared
        ? { type: 'user', role, emailAddress: shared.email }
        : { type: 'anyone', role, allowFileDiscovery: false }
    const notify = 'email' in shared && shared.notify
    await account.json(z.object({ id: z.string() }), {
      method: 'POST',
      url: `${base_url}${filePath(id, '/permissions')}`,
      query: {
        ...everywhere,
        fields: 'id',
        ...('email' in shared && { sendNotificationEmail: notify, emailMessage: notify ? shared.message : undefined }),
      },
      json: grant,
      // A grant that is there stays as it is, but its mail would be sent again.
      repeatable: !notify,
    })
    return (await find(id)).url
  }

  return {
    search: (wanted: Wanted) =>
      // What is found by its text comes by how well it fits, and in no other order.
      files(searchQuery(wanted), wanted, {
        corpora: 'allDrives',
        ...(!wanted.text && { orderBy: 'modifiedTime desc' }),
      }),
    list: (folder_id, page) => files(childrenQuery(folderOrRoot(folder_id)), page, { orderBy: 'folder,name_natural' }),
    find,
    contentOf(file, form) {
      const { format, export_as } = formOf(file, form)
      const note = file.mime_type === `${GOOGLE}spreadsheet` && format === 'csv' ? FIRST_SHEET : undefined
      return {
        extension: format,
        ...(note && { note }),
        async fetch(most_bytes) {
          if (file.size !== null && file.size > most_bytes && !export_as) throw tooLarge(most_bytes)
          const url = `${base_url}${filePath(file.id)}`
          return await account.bytes(
            export_as
              ? { url: `${url}/export`, query: { mimeType: export_as }, most_bytes }
              : { url, query: { ...everywhere, alt: 'media' }, most_bytes },
          )
        },
      }
    },
    createFolder,
    upload,
    move,
    copy,
    trash,
    share,
    async permissions(id, { limit, page_token }) {
      const { permissions, nextPageToken } = await account.json(GooglePermissions, {
        url: `${base_url}${filePath(id, '/permissions')}`,
        query: {
          ...everywhere,
          pageSize: Math.min(limit, 100),
          pageToken: page_token,
          fields: `nextPageToken,permissions(${PERMISSION_FIELDS})`,
        },
      })
      return { permissions, next_page: nextPageToken || null }
    },
  }
}

const FIRST_SHEET = 'Only the first sheet is given; save the file into the storage as xlsx to read them all.'
