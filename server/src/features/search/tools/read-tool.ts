import { z } from 'zod'
import { isText, mimeTypeOf } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { requireFile } from '../../storage/access.ts'
import type { LocatedEntry } from '../../storage/find-entry.ts'
import { describeEntry } from '../../storage/list-folder.ts'
import { countFrom, filePath, storageTool } from '../../storage/storage-tool.ts'
import { type NumberedLine, numberLines } from '../number-lines.ts'
import { partNameOf } from '../passage.ts'
import { counted, readLines } from '../read-lines.ts'
import { unreadNote } from '../unread-note.ts'
import { countParts, documentLines } from './document-lines.ts'

const LINES = 400

type Range = { offset: number; limit: number; part: number }

const readFile = storageTool('read_file', {
  is_read_only: true,
  description:
    'Reads a text file, or the text of a pdf, docx, xlsx or pptx, with line numbers. In a document a line is a paragraph or row, counted within its page, slide or sheet. A long text is given in pieces: each says how to go on.',
  input: z.object({
    path: filePath,
    offset: countFrom(1).describe('The first line to read'),
    limit: z.int().min(1).max(2000).default(LINES).describe('How many lines at most'),
    part: countFrom(1).describe('The page, slide or sheet to begin with, in documents that have them'),
  }),
  async call({ ctx, teammate }, { path, ...range }) {
    const located = await requireFile(ctx, teammate, path, 'read')
    return isText(located.entry.name) ? readLines(ctx, located, range) : readDocument(ctx, located, range)
  },
})

async function readDocument(ctx: OrgContext, { entry, path }: LocatedEntry, range: Range): Promise<string> {
  const { state, index_error } = await describeEntry(ctx, entry, path)
  if (state === null)
    throw new AppError('bad_request', `${path} is of type ${mimeTypeOf(entry.name)}, which cannot be read as text`)
  if (state === 'failed') throw new AppError('bad_request', `The text of ${path} could not be read. ${index_error}`)
  if (state !== 'indexed')
    throw new AppError('unavailable', `The text of ${path} is not ready yet; try again in a moment`)

  const word = partNameOf(path)
  const parts = await countParts(ctx, entry.id)
  if (word && range.part > Math.max(parts, 1))
    throw new AppError('bad_request', `The document has only ${counted(parts, word)} with text`)
  const names = new Map<number | null, string | null>()
  const { text, next } = await numberLines(from(range), range.limit, (part) => {
    if (!word || part === null) return null
    const name = names.get(part)
    return `--- ${word} ${part} of ${parts}${name ? `: ${name}` : ''} ---`
  })
  if (text === '') return `${path} has no ${range.offset > 1 || range.part > 1 ? 'more ' : ''}text.`
  const head = index_error ? `${path}\n${unreadNote(index_error)}` : path
  const where = next?.part ? `part ${next.part} and offset ${next.number}` : `offset ${next?.number}`
  return `${head}\n${text}${next ? `\n[More follows; go on with ${where}.]` : ''}`

  async function* from({ part, offset }: Range): AsyncGenerator<NumberedLine> {
    for await (const line of documentLines(ctx, entry.id, part)) {
      names.set(line.part, line.part_name)
      if ((line.part ?? part) > part || line.number >= offset) yield line
    }
  }
}

export const tools = [readFile]
