import { z } from 'zod'
import { outsideLine } from '../../requests/outside.ts'
import type { DriveFile, Permission } from '../drive.ts'
import { fileTypeOf } from '../file-type.ts'
import { outsideInstant, outsideUrl, person } from '../outside-texts.ts'

export const FILE_FIELDS =
  'id,name,mimeType,size,createdTime,modifiedTime,lastModifyingUser(displayName,emailAddress),parents,webViewLink,shared,shortcutDetails(targetId)'
export const PERMISSION_FIELDS = 'type,role,emailAddress,displayName,domain,permissionDetails(inherited)'

const Id = z.string().regex(/^[\w-]{1,200}$/)
const name = outsideLine(255)

export const GoogleFile = z
  .object({
    id: Id,
    name,
    mimeType: outsideLine(200),
    size: z
      .string()
      .regex(/^\d{1,15}$/)
      .nullish(),
    createdTime: outsideInstant,
    modifiedTime: outsideInstant,
    lastModifyingUser: z.object({ displayName: name, emailAddress: name }).nullish(),
    parents: z.array(Id).nullish(),
    webViewLink: outsideUrl,
    shared: z.boolean().nullish(),
    shortcutDetails: z.object({ targetId: Id.nullish() }).nullish(),
  })
  .transform(
    (file): DriveFile => ({
      id: file.id,
      name: file.name,
      type: fileTypeOf(file.mimeType),
      mime_type: file.mimeType,
      size: file.size ? Number(file.size) : null,
      created_at: file.createdTime,
      modified_at: file.modifiedTime,
      modified_by: person(file.lastModifyingUser?.displayName ?? '', file.lastModifyingUser?.emailAddress ?? ''),
      folder_id: file.parents?.[0] ?? null,
      url: file.webViewLink,
      is_shared: file.shared ?? false,
      shortcut_to: file.shortcutDetails?.targetId ?? null,
    }),
  )

export const GoogleFiles = z.object({
  nextPageToken: z.string().max(4000).nullish(),
  incompleteSearch: z.boolean().nullish(),
  files: z.array(GoogleFile).max(1000),
})

export const GeneratedIds = z.object({ ids: z.tuple([Id]) })

const role: Readonly<Record<string, string>> = { fileOrganizer: 'content manager', organizer: 'manager' }

const GooglePermission = z
  .object({
    type: outsideLine(50),
    role: outsideLine(50),
    emailAddress: name,
    displayName: name,
    domain: name,
    permissionDetails: z.array(z.object({ inherited: z.boolean().nullish() })).nullish(),
  })
  .transform(
    (one): Permission => ({
      who: whoOf(one),
      role: role[one.role] ?? one.role,
      is_inherited: one.permissionDetails?.some(({ inherited }) => inherited) ?? false,
    }),
  )

function whoOf(one: { type: string; emailAddress: string; displayName: string; domain: string }): string {
  if (one.type === 'anyone') return 'anyone with the link'
  if (one.type === 'domain') return `everyone at ${one.domain || one.displayName}`
  return person(one.displayName, one.emailAddress)
}

export const GooglePermissions = z.object({
  nextPageToken: z.string().max(4000).nullish(),
  permissions: z.array(GooglePermission).max(1000),
})
