import { CHUNK_CHARACTERS, PAUSE, walkPlaces } from '#platform/includes-text.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'

/** So many pieces are joined at once. */
const PIECE_BATCH_SIZE = 1000
const LINE_FEED = '\n'

/** How often one text occurs in another, and in which lines it begins the first times. Leaves turns to others. */
export async function countPlaces(
  content: string,
  text: string,
  maxLines: number,
): Promise<{ count: number; lines: number[] }> {
  const lines: number[] = []
  const countBreaks = breaksIn(content)
  let count = 0
  for (const at of walkPlaces(content, text)) {
    if (at === PAUSE) await yieldToEventLoop()
    else if (++count <= maxLines) lines.push(1 + (await countBreaks(at)))
  }
  return { count, lines }
}

/** A text with another one wherever one occurs; how long it becomes has been judged before. Leaves turns to others. */
export async function replacePlaces(content: string, from: string, to: string): Promise<string> {
  const joined: string[] = []
  let pieces: string[] = []
  let done = 0
  for (const at of walkPlaces(content, from)) {
    if (at === PAUSE) {
      await yieldToEventLoop()
      continue
    }
    pieces.push(content.slice(done, at), to)
    done = at + from.length
    if (pieces.length < PIECE_BATCH_SIZE) continue
    joined.push(pieces.join(''))
    pieces = []
  }
  joined.push(pieces.join(''), content.slice(done))
  await yieldToEventLoop()
  return joined.join('')
}

/** Whether every line of a text ends as on Windows. */
export async function endsAsOnWindows(content: string): Promise<boolean> {
  let at = content.indexOf(LINE_FEED)
  if (at < 0) return false
  for (let walked = 1; at >= 0; at = content.indexOf(LINE_FEED, at + 1), walked++) {
    if (content[at - 1] !== '\r') return false
    if (walked % PIECE_BATCH_SIZE === 0) await yieldToEventLoop()
  }
  return true
}

/** A text whose lines end as on Windows, however they ended before. */
export async function endAsOnWindows(text: string): Promise<string> {
  const ended: string[] = []
  for (let at = 0; at < text.length; ) {
    await yieldToEventLoop()
    let end = at + CHUNK_CHARACTERS
    // No line break is cut in two.
    if (text[end - 1] === '\r') end++
    ended.push(text.slice(at, end).split(/\r?\n/).join('\r\n'))
    at = end
  }
  await yieldToEventLoop()
  return ended.join('')
}

/** How many lines end before a place; asked for one place behind the other, it continues from the last one. */
function breaksIn(content: string): (place: number) => Promise<number> {
  let breaks = 0
  let next = content.indexOf(LINE_FEED)
  return async (place) => {
    for (; next >= 0 && next < place; next = content.indexOf(LINE_FEED, next + 1))
      if (++breaks % PIECE_BATCH_SIZE === 0) await yieldToEventLoop()
    return breaks
  }
}
