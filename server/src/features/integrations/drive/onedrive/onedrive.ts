import { foldText } from '#contracts/fold-text.ts'
import type { AccountRequest, AccountScope } from '../../requests/account.ts'
import { nextPage, pageQuery } from '../../requests/graph-pages.ts'
import type {
  Drive,
  DriveFile,
  DriveFormat,
  FilePage,
  Moved,
  NewFile,
  NewFolder,
  PageWanted,
  Shared,
  Wanted,
} from '../drive.ts'
import { endOf, extensionFor } from '../file-type.ts'
import { nameTaken, refuse, tooLarge, wasRefused } from '../refusals.ts'
import { CreatedLink, driveFile, ITEM_FIELDS, Item, Items, Permissions } from './answers.ts'
import { copiedId } from './copy.ts'
import { driveOf, itemPath, quotedText, writtenId } from './item-path.ts'
import { CONFLICT, uploadItem } from './upload.ts'

/** What OneDrive makes a PDF of. */
const CONVERTED = new Set('csv doc docx odp ods odt pot potm potx pps ppsx ppt pptm pptx rtf xls xlsx'.split(' '))

export function oneDrive(scope: AccountScope): Drive {
  const { account } = scope
  const base_url = scope.ctx.ports.config.GRAPH_BASE_URL

  const item = async (path: string, drive: string | null, request: Omit<AccountRequest, 'url'> = {}) =>
    driveFile(await account.json(Item, { url: `${base_url}${path}`, ...request }), drive)

  async function items(path: string, drive: string | null, { limit, page_token }: PageWanted, sort?: string) {
    const { value, '@odata.nextLink': link } = await account.json(Items, {
      url: `${base_url}${path}`,
      query: { $top: limit, $select: ITEM_FIELDS, $orderby: sort, ...pageQuery(page_token) },
    })
    return { files: value.map((one) => driveFile(one, drive)), next_page: nextPage(link) ?? null }
  }

  const find = (id: string) => item(itemPath(id), driveOf(id), { query: { $select: ITEM_FIELDS } })

  async function search(wanted: Wanted): Promise<FilePage> {
    const words = [wanted.name, wanted.text].filter(Boolean).join(' ')
    const { files, next_page } = await items(`/me/drive/search(q=${quotedText(words)})`, null, wanted)
    const found = files.filter((file) => fits(file, wanted))
    const left = files.length - found.length
    const note = `${left} other finds of this page are left out, because they do not fit the rest of what was asked.`
    return { files: found, next_page, ...(left > 0 && { note }) }
  }

  const unlessTaken = async <T>(name: string | undefined, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw wasRefused(error, 409) ? nameTaken(name) : error
    }
  }

  const createFolder = ({ folder_id, name }: NewFolder) =>
    unlessTaken(
      name,
      item(`${itemPath(folder_id)}/children`, driveOf(folder_id), {
        method: 'POST',
        json: { name, folder: {}, [CONFLICT]: 'fail' },
        repeatable: true,
      }),
    )

  async function upload(file: NewFile): Promise<DriveFile> {
    return driveFile(await unlessTaken(file.name, uploadItem(scope, file)), driveOf(file.folder_id))
  }

  /** The drive and the real id of a folder: nothing is moved or copied to the word `root`. */
  async function placeOf(folder_id: string) {
    const { id, parentReference } = await account.json(Item, {
      url: `${base_url}${itemPath(folder_id)}`,
      query: { $select: 'id,name,parentReference' },
    })
    return { id, driveId: parentReference?.driveId ?? undefined }
  }

  async function move({ id, folder_id, name }: Moved): Promise<DriveFile> {
    if (folder_id !== undefined && driveOf(id) !== driveOf(folder_id))
      throw refuse('OneDrive moves nothing into another drive. Copy it there, and delete it here.')
    const parent = folder_id === undefined ? undefined : { parentReference: { id: (await placeOf(folder_id)).id } }
    const json = { ...parent, ...(name !== undefined && { name }) }
    const moved = item(itemPath(id), driveOf(id), { method: 'PATCH', json, repeatable: true })
    return await unlessTaken(name, moved)
  }

  async function copy({ id, folder_id, name }: Moved): Promise<DriveFile | null> {
    const parentReference = folder_id === undefined ? undefined : await placeOf(folder_id)
    const monitor = await unlessTaken(
      name,
      account.location({
        method: 'POST',
        url: `${base_url}${itemPath(id)}/copy`,
        query: { [CONFLICT]: 'fail' },
        json: { ...(parentReference && { parentReference }), ...(name !== undefined && { name }) },
      }),
    )
    const copied = await copiedId(scope, monitor, name)
    return copied === null ? null : await find(writtenId(driveOf(folder_id ?? id), copied))
  }

  async function share(shared: Shared): Promise<string> {
    const url = `${base_url}${itemPath(shared.id)}`
    if ('link' in shared) {
      const json = {
        type: shared.role === 'reader' ? 'view' : 'edit',
        scope: shared.link === 'anyone' ? 'anonymous' : 'organization',
      }
      // A link that is there already is answered again.
      return (await account.json(CreatedLink, { method: 'POST', url: `${url}/createLink`, json, repeatable: true }))
        .link.webUrl
    }
    const { email, notify, message } = shared
    await account.json(Permissions, {
      method: 'POST',
      url: `${url}/invite`,
      json: {
        recipients: [{ email }],
        requireSignIn: true,
        sendInvitation: notify,
        roles: [shared.role === 'reader' ? 'read' : 'write'],
        ...(notify && message !== undefined && { message }),
      },
      repeatable: !notify,
    })
    return (await find(shared.id)).url
  }

  async function fetchContent(file: DriveFile, format: string | undefined, most_bytes: number): Promise<Buffer> {
    if (!format && file.size !== null && file.size > most_bytes) throw tooLarge(most_bytes)
    const url = `${base_url}${itemPath(file.id)}/content`
    // It lies elsewhere, where the redirect is followed to without the token.
    return await account.bytes({ url, query: { format }, most_bytes })
  }

  return {
    search,
    list: (folder_id, page) => items(`${itemPath(folder_id)}/children`, driveOf(folder_id), page, 'name'),
    find,
    contentOf(file, form) {
      const format = conversionOf(file, form)
      return { extension: format ?? extensionFor(file), fetch: (most) => fetchContent(file, format, most) }
    },
    createFolder,
    upload,
    move,
    copy,
    trash: (id) => account.done({ method: 'DELETE', url: `${base_url}${itemPath(id)}`, repeatable: true }),
    share,
    async permissions(id, { limit, page_token = '' }) {
      // The service chooses how long a page is, so that one of its pages may be several here.
      const [, at = '0', page = ''] = /^(\d{1,4})\/(.*)$/s.exec(page_token) ?? ['', '0', page_token]
      const { value, '@odata.nextLink': link } = await account.json(Permissions, {
        url: `${base_url}${itemPath(id)}/permissions`,
        query: pageQuery(page || undefined),
      })
      const end = Number(at) + limit
      const next_page = end < value.length ? `${end}/${page}` : (nextPage(link) ?? null)
      return { permissions: value.slice(Number(at), end), next_page }
    },
  }
}

/** What OneDrive's search does not know how to ask for. */
function fits({ name, type, modified_at }: DriveFile, wanted: Wanted): boolean {
  if (wanted.name && !foldText(name).includes(foldText(wanted.name))) return false
  if (wanted.type && type !== wanted.type) return false
  return !wanted.modified_after || (modified_at ?? '') > wanted.modified_after
}

function conversionOf({ name, mime_type }: DriveFile, form: 'text' | DriveFormat | null): string | undefined {
  if (mime_type === '') throw refuse(`"${name}" is of a kind that cannot be downloaded from OneDrive.`)
  const own = endOf(name)
  if (form === null || form === 'text' || form === own) return undefined
  if (form === 'pdf' && CONVERTED.has(own)) return form
  throw refuse(`OneDrive cannot give "${name}" as ${form}.`)
}
