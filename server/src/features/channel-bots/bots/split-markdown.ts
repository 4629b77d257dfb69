import { splitText } from './split-text.ts'

type Block = {
  text: string
  /** What each piece of it begins and ends with, where it cannot be cut otherwise. */
  frame: { before: string; after: string } | null
}

const FENCE = /^\s*(`{3,}|~{3,})/
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/

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
  for (const block of blocksOf(trimmed)) {
    if (block.text.length <= most) add(block.text)
    else for (const part of splitBlock(block, most)) add(part)
  }
  if (piece !== '') pieces.push(piece)
  return pieces
}

function splitBlock({ text, frame }: Block, most: number): string[] {
  if (!frame) return splitText(text, most)
  const { before, after } = frame
  const room = most - before.length - after.length
  // A frame that takes most of the room is no frame.
  if (room < most / 2) return splitText(text, most)
  const body = text.slice(before.length, text.endsWith(after) ? text.length - after.length : undefined)
  return linesWithin(body, room).map((lines) => `${before}${lines}${after}`)
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

/** Paragraphs, tables and whole code blocks, whatever is between blank lines outside of code. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  let fence: string | null = null
  const flush = (isCode: boolean) => {
    const block = isCode ? lines.join('\n') : lines.join('\n').trimEnd()
    if (lines.length > 0) blocks.push({ text: block, frame: isCode ? codeFrame(lines) : tableFrame(lines) })
    lines = []
  }
  for (const line of text.split('\n')) {
    const [, marker = ''] = FENCE.exec(line) ?? []
    if (fence === null && marker !== '') {
      flush(false)
      fence = marker
      lines.push(line)
    } else if (fence !== null) {
      lines.push(line)
      if (!marker.startsWith(fence) || line.trim() !== marker) continue
      fence = null
      flush(true)
    } else if (line.trim() === '') flush(false)
    else lines.push(line)
  }
  flush(fence !== null)
  return blocks
}

function codeFrame([opening = '']: readonly string[]): Block['frame'] {
  const [, marker = ''] = FENCE.exec(opening) ?? []
  return { before: `${opening}\n`, after: `\n${marker}` }
}

function tableFrame([header = '', rule = '']: readonly string[]): Block['frame'] {
  return header.includes('|') && TABLE_RULE.test(rule) ? { before: `${header}\n${rule}\n`, after: '' } : null
}
