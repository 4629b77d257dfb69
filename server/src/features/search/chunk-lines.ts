import { type Chunk, OVERLAP } from './indexing/extract/chunk.ts'
import type { NumberedLine } from './number-lines.ts'

export type DocumentLine = NumberedLine & { part_name: string | null }

/** The text of a document, put together again from its overlapping chunks. */
export async function* linesOfChunks(chunks: AsyncIterable<Chunk> | Iterable<Chunk>): AsyncGenerator<DocumentLine> {
  let open: DocumentLine | undefined
  for await (const chunk of chunks) {
    const { part, part_name } = chunk
    for (const { number, text, continues } of newLines(chunk)) {
      const before: string = continues ? (open?.text ?? '') : ''
      if (open && !continues) yield open
      open = { part, part_name, number, text: before + text }
    }
  }
  if (open) yield open
}

/** What a chunk adds to the one before it. */
function newLines({ text, numbers, overlap }: Chunk): { number: number; text: string; continues: boolean }[] {
  const repeated = text.slice(0, overlap).split('\n').length - 1
  // A line that was cut continues within its own chunk; whole lines that are repeated end with their line break.
  const continues = overlap === OVERLAP && repeated === 0
  return text
    .slice(overlap)
    .split('\n')
    .map((text, index) => ({
      number: numbers[repeated + index] ?? 0,
      text,
      continues: continues && index === 0,
    }))
}
