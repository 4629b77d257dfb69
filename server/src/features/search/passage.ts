import { extensionOf } from '#contracts/file-types.ts'
import { foldText, foldWanted } from '#contracts/fold-text.ts'
import type { FoundLine, PassagePlace } from '#contracts/storage-search.ts'
import { clip, MAX_COUNTED, MAX_LINES, type Matches } from './exact/match-text.ts'
import type { Chunk } from './indexing/extract/chunk.ts'

const partNames: Record<string, 'page' | 'slide' | 'sheet'> = { pdf: 'page', pptx: 'slide', xlsx: 'sheet' }

/** What the parts of this kind of file are called; undefined where it has none. */
export const partNameOf = (path: string): 'page' | 'slide' | 'sheet' | undefined => partNames[extensionOf(path)]

/** A part by the word for it in this kind of file. */
export function placeOf(path: string, { part, part_name }: Pick<Chunk, 'part' | 'part_name'>): PassagePlace {
  const name = partNameOf(path)
  if (!name || part === null) return {}
  return { [name]: part, ...(part_name !== null && { sheet_name: part_name }) }
}

type Line = { part: number | null; place: PassagePlace; number: number; text: string }

/** The lines of chunks, each once: neighbors repeat some, and a long line is cut into several. */
function* linesOf(path: string, chunks: readonly Chunk[]): Generator<Line> {
  let open: Line | undefined
  let known = new Set<number>()
  for (const chunk of chunks)
    for (const [index, text] of chunk.text.split('\n').entries()) {
      const number = chunk.numbers[index] ?? 0
      if (open?.part !== chunk.part) known = new Set()
      else if (open.number === number && open.text !== text) open.text = `${open.text}…${text}`
      if (known.has(number)) continue
      if (open) yield open
      known.add(number)
      open = { part: chunk.part, place: placeOf(path, chunk), number, text }
    }
  if (open) yield open
}

/** The lines of an indexed document's chunks that contain the text, with their neighbors. */
export function matchChunks(path: string, chunks: readonly Chunk[], wanted: string): Matches {
  const target = foldWanted(wanted)
  const lines: FoundLine[] = []
  let matches = 0
  let before: FoundLine | undefined
  for (const { place, number, text } of linesOf(path, chunks)) {
    const is_match = foldText(text).includes(target)
    const found = { ...place, line: number, text: clip(text, wanted), is_match }
    if (is_match && before && lines.at(-1) !== before) lines.push(before)
    if (is_match || before?.is_match) lines.push(found)
    before = found
    if (is_match && ++matches === MAX_COUNTED) break
  }
  return { matches, lines: lines.slice(0, MAX_LINES) }
}
