import { blocksOf } from '#platform/markdown/blocks.ts'
import { CONTAINERS, closesCode, openingMarks } from '#platform/markdown/fence.ts'
import { splitText } from './split-text.ts'

type Block = {
  text: string
  /** What each piece of it begins and ends with, where it cannot be cut otherwise. */
  frame: Frame | null
}
/** `opening` is what the first piece begins with, `again` the others; `body` is what is cut. */
type Frame = { opening: string; again: string; body: string; closing: string }

/**
 * Pieces of at most `most` UTF-16 units, each Markdown for itself: cut between blocks where that is possible. A code block that
 * is cut is closed and opened again, and a table gets its header again.
 */
export function splitMarkdown(text: string, most: number): string[] {
  const trimmed = text.trim()
  if (trimmed.length <= most) return trimmed === '' ? [] : [trimmed]
  const pieces: string[] = []
  let piece = ''
  const add = (part: string) => {
    const joined = piece === '' ? part : `${piece}\n\n${part}`
    if (joined.length <= most) piece = joined
    else {
      if (piece !== '') pieces.push(piece)
      piece = part
    }
  }
  for (const block of splittableBlocks(trimmed)) {
    if (block.text.length <= most) add(block.text)
    else for (const part of splitBlock(block, most)) add(part)
  }
  if (piece !== '') pieces.push(piece)
  return pieces.map(withoutIndent)
}

/** What begins within an item of a list would be code at the beginning of a piece. */
function withoutIndent(piece: string): string {
  const indent = piece.search(/[^ \t]/)
  return indent > 0 ? piece.replaceAll(new RegExp(`^[ \\t]{1,${indent}}`, 'gm'), '') : piece
}

function splitBlock({ text, frame }: Block, most: number): string[] {
  if (!frame) return splitText(text, most)
  const { opening, again, body, closing } = frame
  const room = most - Math.max(opening.length, again.length) - closing.length
  // A frame that takes most of the room is no frame.
  if (room < most / 2) return splitText(text, most)
  return linesWithin(body, room).map((lines, at) => `${at === 0 ? opening : again}${lines}${closing}`)
}

/** As many whole lines as fit, with their white space; a line that is too long is cut. */
function linesWithin(text: string, most: number): string[] {
  const parts: string[] = []
  let part: string | null = null
  for (const line of text.split('\n')) {
    const fitting = line.length <= most ? [line] : splitText(line, most)
    for (const one of fitting) {
      if (part !== null && part.length + 1 + one.length > most) {
        parts.push(part)
        part = null
      }
      part = part === null ? one : `${part}\n${one}`
    }
  }
  if (part !== null) parts.push(part)
  return parts
}

/** Tables and whole code blocks, wherever they are, and else what is between blank lines. */
function splittableBlocks(text: string): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  let end = 0
  const addParagraphs = (to: number) => {
    const paragraphs = lines
      .slice(end, to)
      .join('\n')
      .split(/(?:^|\n)(?:[^\S\n]*\n)+/)
    for (const one of paragraphs) if (one.trim() !== '') blocks.push({ text: one.trimEnd(), frame: null })
  }
  for (const { kind, from, to } of blocksOf(text)) {
    if (kind !== 'code' && kind !== 'table') continue
    addParagraphs(from)
    const own = lines.slice(from, to)
    blocks.push({ text: own.join('\n'), frame: kind === 'code' ? codeFrame(own) : tableFrame(own) })
    end = to
  }
  addParagraphs(lines.length)
  return blocks
}

function codeFrame([line = '', ...lines]: readonly string[]): Frame {
  const marks = openingMarks(line) ?? ''
  const again = inSameContainer(line)
  if (closesCode(lines.at(-1) ?? '', marks)) lines.pop()
  const closing = again.slice(0, again.indexOf(marks) + marks.length)
  return { opening: `${line}\n`, again: `${again}\n`, body: lines.join('\n'), closing: `\n${closing}` }
}

function tableFrame([header = '', divider = '', ...rows]: readonly string[]): Frame {
  const again = `${inSameContainer(header)}\n${divider}\n`
  return { opening: `${header}\n${divider}\n`, again, body: rows.join('\n'), closing: '' }
}

/** The line without the beginning of an item. */
const inSameContainer = (line: string): string =>
  line.replace(CONTAINERS, (containers) => containers.replaceAll(/[^>\s]/g, ' '))
