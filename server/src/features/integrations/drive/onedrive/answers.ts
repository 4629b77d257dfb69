import { z } from 'zod'
import { outsideLine } from '../../requests/outside.ts'
import type { DriveFile, Permission } from '../drive.ts'
import { fileTypeOf, GOOGLE, mimeTypeFor } from '../file-type.ts'
import { outsideInstant, outsideUrl, person } from '../outside-texts.ts'
import { ITEM_ID, writtenId } from './item-path.ts'

export const ITEM_FIELDS =
  'id,name,size,file,folder,package,createdDateTime,lastModifiedDateTime,lastModifiedBy,parentReference,webUrl,shared,remoteItem'

const Id = z.string().regex(ITEM_ID)
const name = outsideLine(255)
const Identity = z.object({ displayName: name, email: name })
const Parent = z.object({ id: Id.nullish(), driveId: Id.nullish() })

const facets = {
  id: Id,
  size: z.number().min(0).nullish(),
  file: z.object({ mimeType: outsideLine(200) }).nullish(),
  folder: z.object({}).nullish(),
  parentReference: Parent.nullish(),
}

export const Item = z.object({
  ...facets,
  name,
  createdDateTime: outsideInstant,
  lastModifiedDateTime: outsideInstant,
  lastModifiedBy: z.object({ user: Identity.nullish() }).nullish(),
  webUrl: outsideUrl,
  shared: z.object({}).nullish(),
  /** What someone else shares, as it is in the drive where it lies. */
  remoteItem: z.object(facets).nullish(),
})
export type Item = z.output<typeof Item>

export const Items = z.object({
  value: z.array(Item).max(1000),
  '@odata.nextLink': z.string().max(8000).nullish(),
})

export const UploadSession = z.object({ uploadUrl: z.string().max(8000) })
export const UploadProgress = z.object({ nextExpectedRanges: z.array(z.string().regex(/^\d{1,12}-/)).min(1) })
export const CopyProgress = z.object({
  status: z.string(),
  resourceId: Id.nullish(),
  error: z.object({ code: z.string().nullish(), message: outsideLine(300) }).nullish(),
})

/** `drive_id` is whose drive was asked; null is the account's own. */
export function driveFile(item: Item, drive_id: string | null): DriveFile {
  const remote = item.remoteItem
  const { id, size, file, folder, parentReference } = remote ?? item
  const drive = remote ? (remote.parentReference?.driveId ?? drive_id) : drive_id
  const typeOfFile = file ? mimeTypeFor(item.name, file.mimeType) : ''
  const mime_type = folder ? `${GOOGLE}folder` : typeOfFile
  const by = item.lastModifiedBy?.user
  return {
    id: writtenId(drive, id),
    name: item.name,
    type: fileTypeOf(mime_type),
    mime_type: folder ? '' : mime_type,
    size: folder ? null : (size ?? null),
    created_at: item.createdDateTime,
    modified_at: item.lastModifiedDateTime,
    modified_by: person(by?.displayName ?? '', by?.email ?? ''),
    folder_id: parentReference?.id ? writtenId(drive, parentReference.id) : null,
    url: item.webUrl,
    is_shared: Boolean(item.shared ?? remote),
    shortcut_to: null,
  }
}

const Grantee = z.object({ user: Identity.nullish(), group: Identity.nullish(), siteUser: Identity.nullish() })

const roles: Readonly<Record<string, string>> = { read: 'reader', write: 'writer', owner: 'owner' }

const ItemPermission = z
  .object({
    roles: z.array(outsideLine(50)).nullish(),
    grantedToV2: Grantee.nullish(),
    grantedToIdentitiesV2: z.array(Grantee).max(1000).nullish(),
    invitation: z.object({ email: name }).nullish(),
    link: z.object({ scope: outsideLine(50), webUrl: outsideUrl }).nullish(),
    inheritedFrom: z.object({}).nullish(),
  })
  .transform((one): Permission => {
    const people = [one.grantedToV2, ...(one.grantedToIdentitiesV2 ?? [])].flatMap((each) => granteeOf(each) || [])
    const more = people.length > MAX_NAMED ? ` and ${people.length - MAX_NAMED} more` : ''
    const named = people.slice(0, MAX_NAMED).join(', ') + more || one.invitation?.email
    const [role = ''] = one.roles ?? []
    return {
      who: named || linkHolders(one.link?.scope),
      role: roles[role] ?? role,
      is_inherited: Boolean(one.inheritedFrom),
      ...(one.link?.webUrl && { url: one.link.webUrl }),
    }
  })

const MAX_NAMED = 5

function granteeOf(grantee: z.output<typeof Grantee> | null | undefined): string {
  const who = grantee?.user ?? grantee?.group ?? grantee?.siteUser
  return person(who?.displayName ?? '', who?.email ?? '')
}

const linkHolders = (scope: string | undefined): string =>
  scope === 'anonymous' ? 'anyone with the link' : 'everyone in the organization with the link'

export const Permissions = z.object({
  value: z.array(ItemPermission).max(1000),
  '@odata.nextLink': z.string().max(8000).nullish(),
})
export const CreatedLink = z.object({ link: z.object({ webUrl: outsideUrl }) })
