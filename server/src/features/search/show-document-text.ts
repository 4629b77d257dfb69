import type { DocumentText } from '#contracts/storage-search.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type Actor, requireFile } from '../storage/access.ts'
import { describeEntry } from '../storage/list-folder.ts'
import { placeOf } from './passage.ts'
import { documentLines } from './tools/document-lines.ts'

/** More than anyone reads in a preview; the file itself has the rest. */
const MAX_CHARACTERS = 500_000

type Part = { place: ReturnType<typeof placeOf>; part: number | null; lines: string[] }

/** The text that was indexed, part by part. */
export async function showDocumentText(ctx: OrgContext, wanted: string, actor: Actor): Promise<DocumentText> {
  const { entry, path } = await requireFile(ctx, actor, wanted, 'read')
  const { state, index_error: warning } = await describeEntry(ctx, entry, path)
  if (state === null) throw new AppError('unprocessable', 'Files of this type have no text to show')
  if (state === 'failed') throw new AppError('unprocessable', `The text could not be read. ${warning ?? ''}`.trim())
  if (state !== 'indexed') throw new AppError('unavailable', 'The text is not ready yet. Try again in a moment.')
  const parts: Part[] = []
  let length = 0
  for await (const { part, part_name, text } of documentLines(ctx, entry.id, 1)) {
    length += text.length
    if (length > MAX_CHARACTERS) break
    const last = parts.at(-1)
    if (last && last.part === part) last.lines.push(text)
    else parts.push({ place: placeOf(path, { part, part_name }), part, lines: [text] })
  }
  return {
    parts: parts.map(({ place, lines }) => ({ ...place, text: lines.join('\n') })),
    is_truncated: length > MAX_CHARACTERS,
    warning: warning ?? null,
  }
}
