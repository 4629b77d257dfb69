import { z } from 'zod'
import { FOLDER, type Granted, type Node } from './drive-store.ts'
import { graphRefusal } from './host-api.ts'

export const OWN_DRIVE = 'b!own-drive'

export const badRequest = (message: string) => graphRefusal(400, 'invalidRequest', message)
export const notFound = () => graphRefusal(404, 'itemNotFound', 'The resource could not be found.')
export const accessDenied = () => graphRefusal(403, 'accessDenied', 'Access denied')
export const nameTaken = () =>
  graphRefusal(409, 'nameAlreadyExists', 'An item with the same name already exists under the parent')

export const CONFLICT = '@microsoft.graph.conflictBehavior'
export const Behavior = z.enum(['fail', 'replace', 'rename'])

export const NewFolder = z.strictObject({
  name: z.string().min(1),
  folder: z.strictObject({}),
  [CONFLICT]: Behavior.optional(),
})
export const Change = z.strictObject({
  name: z.string().min(1).optional(),
  parentReference: z.strictObject({ id: z.string() }).optional(),
})
export const Copy = z.strictObject({
  name: z.string().min(1).optional(),
  parentReference: z.strictObject({ driveId: z.string(), id: z.string() }).optional(),
})
export const Session = z.strictObject({ item: z.strictObject({ [CONFLICT]: Behavior, name: z.string().min(1) }) })
export const Invite = z.strictObject({
  recipients: z.tuple([z.strictObject({ email: z.email() })]),
  requireSignIn: z.boolean(),
  sendInvitation: z.boolean(),
  roles: z.tuple([z.enum(['read', 'write'])]),
  message: z.string().max(2000).optional(),
})
export const Link = z.strictObject({ type: z.enum(['view', 'edit']), scope: z.enum(['anonymous', 'organization']) })

export function itemOf(node: Node, parent: Node | undefined, select: string | null): Record<string, unknown> {
  const whole = {
    id: node.id,
    name: node.name,
    size: node.bytes.length,
    createdDateTime: node.created.toISOString(),
    lastModifiedDateTime: node.modified.toISOString(),
    lastModifiedBy: { user: { displayName: 'Ada', email: 'ada@accounts.example', id: '1' } },
    webUrl: `https://onedrive.example/${encodeURIComponent(node.id)}`,
    parentReference: { driveId: node.drive_id ?? OWN_DRIVE, driveType: 'business', ...(parent && { id: parent.id }) },
    ...(node.mime === FOLDER ? { folder: { childCount: 0 } } : { file: { mimeType: node.mime, hashes: {} } }),
    ...(node.permissions.length > 1 && { shared: { scope: 'users' } }),
  }
  return selected(whole, select)
}

/** What is shared from another drive, as a search of the own one shows it. */
export function remoteItemOf(node: Node, select: string | null): Record<string, unknown> {
  const { id, size, parentReference, file, folder, ...shown } = itemOf(node, undefined, null)
  return selected(
    {
      ...shown,
      id: `01REMOTE${node.id}`,
      remoteItem: { id, size, parentReference, ...(folder ? { folder } : { file }) },
    },
    select,
  )
}

const KNOWN = new Set(
  'id name size file folder package createdDateTime lastModifiedDateTime lastModifiedBy parentReference webUrl shared remoteItem'.split(
    ' ',
  ),
)

function selected(whole: Record<string, unknown>, select: string | null): Record<string, unknown> {
  if (select === null) return whole
  const names = select.split(',')
  const unknown = names.find((name) => !KNOWN.has(name))
  if (unknown) throw badRequest(`Parsing OData Select and Expand failed: Could not find a property named '${unknown}'`)
  return Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name)))
}

export function permissionOf({ id, type, role, email }: Granted, link: string) {
  const roles = [role]
  if (type === 'user')
    return { id, roles, grantedToV2: { user: { displayName: email?.split('@')[0], email, id: '2' } } }
  const scope = type === 'anyone' ? 'anonymous' : 'organization'
  return { id, roles, link: { type: role === 'read' ? 'view' : 'edit', scope, webUrl: link } }
}
