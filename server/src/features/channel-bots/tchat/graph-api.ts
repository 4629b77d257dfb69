import { z } from 'zod'
import { TRANSFER_TIMEOUT_MS } from '../bots/request-platform.ts'
import { graphScope } from './access-token.ts'
import { callAsBot, type TchatCaller } from './connector-call.ts'
import type { TchatAnswer } from './tchat-answer.ts'

const FilesFolder = z.looseObject({ id: z.string(), parentReference: z.looseObject({ driveId: z.string() }) })
export type FilesFolder = { drive_id: string; folder_id: string }
const Uploaded = z.looseObject({ id: z.string(), webUrl: z.url({ protocol: /^https?$/ }) })

/** https://learn.microsoft.com/graph/api/channel-get-filesfolder; 404 until someone has opened the channel's files once. */
export async function getFilesFolder(
  caller: TchatCaller,
  { group_id, channel_id }: { group_id: string; channel_id: string },
): Promise<TchatAnswer<FilesFolder>> {
  const path = `/teams/${encodeURIComponent(group_id)}/channels/${encodeURIComponent(channel_id)}/filesFolder`
  const answer = await callGraph(caller, { path }, FilesFolder)
  if (answer.outcome !== 'granted') return answer
  const { id, parentReference } = answer.value
  return { outcome: 'granted', value: { drive_id: parentReference.driveId, folder_id: id } }
}

/** Beside a file of the same name, never over it; answers with the address that people open. */
export async function uploadToFolder(
  caller: TchatCaller,
  { drive_id, folder_id }: FilesFolder,
  { name, mime_type, bytes }: { name: string; mime_type: string; bytes: Buffer },
): Promise<TchatAnswer<string>> {
  const item = `/drives/${encodeURIComponent(drive_id)}/items/${encodeURIComponent(folder_id)}`
  const path = `${item}:/${encodeURIComponent(driveName(name))}:/content?@microsoft.graph.conflictBehavior=rename`
  const upload = { path, method: 'PUT' as const, body: new Uint8Array(bytes), timeoutMs: TRANSFER_TIMEOUT_MS }
  const answer = await callGraph(caller, { ...upload, headers: { 'content-type': mime_type } }, Uploaded)
  return answer.outcome === 'granted' ? { outcome: 'granted', value: answer.value.webUrl } : answer
}

type GraphCall = Omit<Parameters<typeof callAsBot>[1], 'url' | 'scope'> & { path: string }

const callGraph = <T>(caller: TchatCaller, { path, ...call }: GraphCall, schema: z.ZodType<T>) =>
  callAsBot(
    caller,
    { ...call, url: `${caller.config.GRAPH_BASE_URL}${path}`, scope: graphScope(caller.config) },
    schema,
  )

/** A name that SharePoint accepts: https://support.microsoft.com/office/64883a5d-228e-48f5-b3d2-eb39e07630fa */
export function driveName(name: string): string {
  const plain = name
    .replaceAll(/["*:<>?/\\|#%\p{Cc}]/gu, '_')
    .replace(/^[\s~$]+/, '')
    .replace(/(?<![\s.])[\s.]+$/, '')
  return plain.slice(-200) || 'file'
}
