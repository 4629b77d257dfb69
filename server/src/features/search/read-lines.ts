import { AppError } from '#platform/error.ts'
import { CHUNK_CHARACTERS, PAUSE } from '#platform/includes-text.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../organizations/context.ts'
import { readBytes } from '../storage/bytes/open-bytes.ts'
import type { LocatedEntry } from '../storage/find-entry.ts'
import { decodeInTurns } from './indexing/extract/read-text.ts'
import { Unreadable } from './indexing/extract/unreadable.ts'
import { type NumberedLine, numberLines } from './number-lines.ts'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** The lines of a text file with their numbers, as a model reads them; says how to continue. */
export async function readLines(
  ctx: OrgContext,
  { entry, path }: Pick<LocatedEntry, 'entry' | 'path'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<string> {
  const content = await decodeInTurns(await readBytes(ctx, entry)).catch((error: unknown) => {
    if (error instanceof Unreadable) throw new AppError('bad_request', `${path} is not text`, { cause: error })
    throw error
  })
  const { lines, start } = await countLines(content, offset)
  if (lines === 0) return `${path} is empty.`
  if (start === null) throw new AppError('bad_request', `The file has only ${counted(lines, 'line')}`)
  const { text, next } = await numberLines(linesFrom(content, start, offset), limit, () => null)
  const last = (next?.number ?? lines + 1) - 1
  const more = next ? `\n[Lines ${next.number} to ${lines} are left out; go on with offset ${next.number}.]` : ''
  return `${path}, lines ${offset} to ${last} of ${lines}\n${text}${more}`
}

export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** How many lines a text has, and where one of them begins; null where it has not so many. Leaves turns to others. */
async function countLines(text: string, wanted: number): Promise<{ lines: number; start: number | null }> {
  let lines = text === '' ? 0 : 1
  let start = wanted <= lines ? 0 : null
  for (const at of walkLines(text)) {
    if (at === PAUSE) await yieldToEventLoop()
    else if (at < text.length && ++lines === wanted) start = at
  }
  return { lines, start }
}

/** The lines from one on, each made when it is asked for. */
async function* linesFrom(text: string, start: number, first: number): AsyncGenerator<NumberedLine> {
  let number = first
  let begin = start
  const line = (end: number) => ({
    part: null,
    number: number++,
    text: text.slice(begin, end).replace(/\r?\n$|\r$/, ''),
  })
  for (const at of walkLines(text, start)) {
    if (at === PAUSE) {
      await yieldToEventLoop()
      continue
    }
    yield line(at)
    begin = at
  }
  if (begin < text.length) yield line(text.length)
}

/** Behind each line break of a text, however its lines end; pauses however long they are. */
function* walkLines(text: string, from = 0): Generator<number | typeof PAUSE, void> {
  for (let at = from; at < text.length; at++) {
    if ((at - from) % CHUNK_CHARACTERS === 0) yield PAUSE
    const code = text.charCodeAt(at)
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) yield at + 1
  }
}
