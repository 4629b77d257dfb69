import { readBase64 } from '#platform/base64.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import type { Mask } from '../../variables/mask-secrets.ts'
import { attachFile, type ForeignFile } from '../api/attach-file.ts'
import type { RemoteResult, SentFile } from '../remote-types.ts'

/** Limits of one result; those of a run are checked where its files are stored. */
const MAX_FILES = 10

type Options = Pick<ToolScope, 'saveRunFile'> & { tool: string; mask: Mask }

/** What a tool of another server answered, as a model reads it; its files are attached to the answer of the run. */
export async function resultForModel(
  { pieces, structured }: RemoteResult,
  { tool, ...attaching }: Options,
): Promise<unknown> {
  const { mask } = attaching
  if (structured !== undefined) return await mask(structured)
  const lines: string[] = []
  let files = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') lines.push(await mask(piece))
    else if (++files <= MAX_FILES) lines.push(await attach(readFile(piece, tool), attaching))
  }
  if (files > MAX_FILES) lines.push(`[${files - MAX_FILES} more files were left out]`)
  return lines.join('\n')
}

const attach = async (file: ForeignFile | null, attaching: Parameters<typeof attachFile>[1]): Promise<string> =>
  file === null ? '[A file was left out: it is no base64]' : await attachFile(file, attaching)

function readFile({ uri, base64 }: SentFile, tool: string): ForeignFile | null {
  const bytes = readBase64(base64)
  return bytes && { name: lastSegment(uri) || tool, bytes }
}

/** What an address calls a file: `data.csv` of `file:///reports/data.csv?v=2`. */
function lastSegment(uri: string | null): string {
  const [path = ''] = (uri ?? '').split(/[?#]/)
  const segment = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
