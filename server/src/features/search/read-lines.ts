import { buffer } from 'node:stream/consumers'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { Place } from '../storage/find-entry.ts'
import { openBytes } from '../storage/open-bytes.ts'
import { decodeText } from './indexing/extract/read-text.ts'
import { numberLines } from './number-lines.ts'

/** The lines of a text file with their numbers, as a model reads them; says how to go on. */
export async function readLines(
  ctx: OrgContext,
  { entry, path }: Pick<Place, 'entry' | 'path'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<string> {
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

export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
