import { readFiles } from '../../storage/read-files.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { fillRequest } from '../openapi/fill-request.ts'
import { MAX_FILES_BODY_BYTES } from '../openapi/given-file.ts'
import { kindOf } from '../openapi/media-types.ts'
import { writeBody } from '../openapi/write-body.ts'
import type { ApiRequest } from './api-request.ts'

type Called = {
  request: ApiRequest
  input: Record<string, unknown>
  remote: { url: string; headers: Record<string, string> }
}
export type WrittenCall = {
  url: string
  method: string
  headers: Headers
  body?: string | Uint8Array<ArrayBuffer>
}

export const hasFiles = ({ body }: ApiRequest): boolean =>
  body !== null && (kindOf(body.content_type) === 'file' || (body.fields ?? []).some(({ is_file }) => is_file))

/** Makes a request of an input. A model cannot change the connector's own headers and cookies. */
export async function writeCall(scope: ToolScope, { request, input, remote }: Called): Promise<WrittenCall> {
  const { url, headers, cookies } = fillRequest(request, input, remote.url)
  const content = Object.hasOwn(input, 'body') ? input.body : undefined
  const written =
    request.body && content !== undefined
      ? await writeBody(request.body, content, (paths) => readFiles(scope, paths, MAX_FILES_BODY_BYTES))
      : null
  const all = new Headers({ accept: 'application/json, text/*;q=0.9, */*;q=0.8', ...headers })
  if (written) all.set('content-type', written.content_type)
  for (const [name, value] of Object.entries(remote.headers)) all.set(name, value)
  const cookie = joinCookies(all.get('cookie') ?? '', cookies)
  if (cookie !== '') all.set('cookie', cookie)
  return { url, method: request.method, headers: all, ...(written && { body: written.body }) }
}

/** Those that are there stay as they are. Servers differ in whether case tells names apart. */
function joinCookies(own: string, more: readonly [string, string][]): string {
  const taken = new Set(own.split(';').map((pair) => pair.split('=', 1)[0]?.trim().toLowerCase()))
  const added = more.filter(([name]) => !taken.has(name.toLowerCase())).map(([name, value]) => `${name}=${value}`)
  return [own.replace(/(?<![;\s])[;\s]+$/, ''), ...added].filter(Boolean).join('; ')
}
