import { extensionOf } from '#contracts/file-types.ts'
import type { FoundLine, PassagePlace } from '#contracts/storage-search.ts'
import type { Chunk } from '../indexing/extract/chunk.ts'

const partNames: Record<string, 'page' | 'slide' | 'sheet'> = { pdf: 'page', pptx: 'slide', xlsx: 'sheet' }

/** What the parts of this kind of file are called; undefined where it has none. */
export const partNameOf = (path: string): 'page' | 'slide' | 'sheet' | undefined => partNames[extensionOf(path)]

/** A part by the word for it in this kind of file. */
export function placeOf(path: string, { part, part_name }: Pick<Chunk, 'part' | 'part_name'>): PassagePlace {
  const name = partNameOf(path)
  if (!name || part === null) return {}
  return { [name]: part, ...(part_name !== null && { sheet_name: part_name }) }
}

const BESIDE = 1
const MOST_LINES = 20
const MOST_CHARACTERS = 400

/** The lines of chunks, each once: neighbours repeat some. */
function linesOf(path: string, chunks: readonly Chunk[]): Omit<FoundLine, 'is_match'>[] {
  const lines = new Map<string, Omit<FoundLine, 'is_match'>>()
  for (const chunk of chunks)
    for (const [index, text] of chunk.text.split('\n').entries()) {
      const line = chunk.numbers[index] ?? 0
      const key = `${chunk.part} ${line}`
      const known = lines.get(key)
      lines.set(key, {
        ...placeOf(path, chunk),
        line,
        text: known && known.text !== text ? `${known.text}…${text}` : text,
      })
    }
  return [...lines.values()]
}

/** The lines that hold the text, with their neighbours. */
export function matchesIn(
  path: string,
  chunks: readonly Chunk[],
  text: string,
): { matches: number; lines: FoundLine[] } {
  const lines = linesOf(path, chunks)
  const wanted = text.toLowerCase()
  const hits = lines.flatMap((line, index) => (line.text.toLowerCase().includes(wanted) ? [index] : []))
  const isHit = new Set(hits)
  const shown = new Set(hits.flatMap((at) => [at - BESIDE, at, at + BESIDE]))
  const found = lines
    .map((line, index) => ({ ...line, text: clip(line.text, wanted), is_match: isHit.has(index) }))
    .filter((_, index) => shown.has(index))
  return { matches: hits.length, lines: found.slice(0, MOST_LINES) }
}

/** A long line around what was looked for. */
function clip(text: string, wanted: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  const at = Math.max(0, text.toLowerCase().indexOf(wanted) - MOST_CHARACTERS / 2)
  const shown = text.slice(at, at + MOST_CHARACTERS).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  return `${at > 0 ? '…' : ''}${shown}…`
}
