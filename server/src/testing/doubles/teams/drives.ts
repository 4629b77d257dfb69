/** Drives of people and of teams: places for files that people let bots write to, and the folders of channels at Graph. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TeamsBot } from './bots.ts'
import type { Rosters } from './chats.ts'
import { refused } from './refusal.ts'

export type DriveFile = { name: string; bytes: Buffer; mime_type: string; folder: string }

export function createDrives(origin: () => string) {
  const downloads = new Map<string, Buffer>()
  const sessions = new Map<string, { size: number; bytes: Buffer | null }>()
  const files: DriveFile[] = []
  const closed = new Set<string>()
  const folderOf = (channel: string) => `folder-${Buffer.from(channel).toString('hex').slice(0, 16)}`

  return {
    files,
    /** What a person has put into the chat; its address is the permission. */
    share(bytes: Buffer): string {
      const id = randomBytes(12).toString('hex')
      downloads.set(id, bytes)
      return `${origin()}/drive/download/${id}?tempauth=${randomUUID()}`
    },
    download(id: string): Buffer {
      const bytes = downloads.get(id)
      if (!bytes) throw refused(404, 'itemNotFound', 'Item not found')
      return bytes
    },
    /** Where a person lets the bot write, once they have accepted. */
    openSession(size: number): { id: string; uploadUrl: string } {
      const id = randomBytes(12).toString('hex')
      sessions.set(id, { size, bytes: null })
      return { id, uploadUrl: `${origin()}/drive/upload/${id}?tempauth=${randomUUID()}` }
    },
    uploaded: (id: string): Buffer | null => sessions.get(id)?.bytes ?? null,
    /** https://learn.microsoft.com/onedrive/developer/rest-api/api/driveitem_createuploadsession */
    upload(id: string, { method, headers }: IncomingMessage, bytes: Buffer) {
      const session = sessions.get(id)
      if (!session || session.bytes !== null) throw refused(404, 'itemNotFound', 'The upload session was not found')
      if (method !== 'PUT') throw refused(405, 'methodNotAllowed', 'Bytes are put')
      if (headers.authorization !== undefined) throw refused(401, 'unauthenticated', 'The address is the permission')
      const range = `bytes 0-${session.size - 1}/${session.size}`
      if (headers['content-range'] !== range || bytes.length !== session.size) {
        throw refused(416, 'invalidRange', `The range must be ${range}`)
      }
      session.bytes = bytes
      return { status: 201, json: { id: randomUUID(), size: bytes.length } }
    },
    /** Nobody has opened the files of this channel yet, so that it has no folder. */
    closeFolder: (channel: string) => closed.add(channel),
    openFolder: (channel: string) => closed.delete(channel),
    serveGraph(rosters: Rosters, bot: TeamsBot, { method, headers }: IncomingMessage, url: URL, bytes: Buffer) {
      const path = url.pathname.replace(/^\/graph\/v1\.0/, '')
      const [, group, rawChannel] = /^\/teams\/([^/]+)\/channels\/([^/]+)\/filesFolder$/.exec(path) ?? []
      if (group && rawChannel && method === 'GET') {
        const channel = rosters.find(bot, decodeURIComponent(rawChannel))
        if (!channel?.team || channel.team.aadGroupId !== group || closed.has(channel.id)) {
          throw refused(404, 'itemNotFound', 'The folder does not exist yet')
        }
        const parentReference = { driveId: `drive-${group}`, driveType: 'documentLibrary' }
        return { status: 200, json: { id: folderOf(channel.id), name: channel.name ?? 'General', parentReference } }
      }
      const [, drive, folder, rawName] = /^\/drives\/([^/]+)\/items\/([^/]+):\/([^/]+):\/content$/.exec(path) ?? []
      if (!drive || !folder || !rawName || method !== 'PUT') throw refused(404, 'itemNotFound', `Nothing at ${path}`)
      if (url.searchParams.get('@microsoft.graph.conflictBehavior') !== 'rename') {
        throw refused(409, 'nameAlreadyExists', 'The file would be replaced')
      }
      const wanted = decodeURIComponent(rawName)
      if (/["*:<>?/\\|]/.test(wanted)) throw refused(400, 'invalidRequest', 'The provided name is not valid.')
      const name = files.some((file) => file.folder === folder && file.name === wanted)
        ? wanted.replace(/(\.[^.]*)?$/, ' 1$1')
        : wanted
      files.push({ name, bytes, mime_type: headers['content-type'] ?? '', folder })
      const webUrl = `https://contoso.sharepoint.com/sites/sales/Shared%20Documents/${encodeURIComponent(name)}`
      return { status: 201, json: { id: randomUUID(), name, webUrl } }
    },
  }
}
export type Drives = ReturnType<typeof createDrives>
