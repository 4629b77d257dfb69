import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { isText, mimeTypeOf } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { reachFile } from '../../storage/access.ts'
import type { Place } from '../../storage/find-entry.ts'
import { describeEntry } from '../../storage/list-folder.ts'
import { openBytes } from '../../storage/open-bytes.ts'
import { countFrom, filePath, storageTool } from '../../storage/storage-tool.ts'
import { decodeText } from '../indexing/extract/read-text.ts'
import { partNameOf } from '../passage.ts'
import { countParts, documentLines } from './document-lines.ts'
import { type NumberedLine, numberLines } from './numbered-text.ts'

const LINES = 400

type Range = { offset: number; limit: number; part: number }

const readFile = storageTool('read_file', {
  only_reads: true,
  description:
    'Reads a text file, or the text of a pdf, docx, xlsx or pptx, with line numbers. In a document a line is a paragraph or row, counted within its page, slide or sheet. A long text is given in pieces: each says how to go on.',
  input: z.object({
    path: filePath,
    offset: countFrom(1).describe('The first line to read'),
    limit: z.int().min(1).max(2000).default(LINES).describe('How many lines at most'),
    part: countFrom(1).describe('The page, slide or sheet to begin with, in documents that have them'),
  }),
  async call({ ctx, teammate }, { path, ...range }) {
    const place = await reachFile(ctx, teammate, path, 'read')
    return isText(place.entry.name) ? readText(ctx, place, range) : readDocument(ctx, place, range)
  },
})

async function readText(ctx: OrgContext, { entry, path }: Place, { offset, limit }: Range): Promise<string> {
  const lines = decodeText(await buffer(await openBytes(ctx, entry))).split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  if (lines.length === 0) return `${path} is empty.`
  if (offset > lines.length) throw new AppError('bad_request', `The file has only ${counted(lines.length, 'line')}`)
  const wanted = lines.slice(offset - 1).map((text, index) => ({ part: null, number: offset + index, text }))
  const { text, next } = await numberLines(wanted, limit, () => null)
  const last = (next?.number ?? lines.length + 1) - 1
  const more = next ? `\n[Lines ${next.number} to ${lines.length} are left out; go on with offset ${next.number}.]` : ''
  return `${path}, lines ${offset} to ${last} of ${lines.length}\n${text}${more}`
}

async function readDocument(ctx: OrgContext, { entry, path }: Place, range: Range): Promise<string> {
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
  const where = next?.part ? `part ${next.part} and offset ${next.number}` : `offset ${next?.number}`
  return `${path}\n${text}${next ? `\n[More follows; go on with ${where}.]` : ''}`

  async function* from({ part, offset }: Range): AsyncGenerator<NumberedLine> {
    for await (const line of documentLines(ctx, entry.id, part)) {
      names.set(line.part, line.part_name)
      if ((line.part ?? part) > part || line.number >= offset) yield line
    }
  }
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

export const tools = [readFile]
