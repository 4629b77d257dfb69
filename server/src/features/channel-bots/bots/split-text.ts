/** So much around a hard cut is looked at to find where a character that is made of several begins. */
const CLUSTER_UNITS = 64
const segmenter = new Intl.Segmenter()

/**
 * Pieces of at most `most` UTF-16 units, without white space around them: cut at the last paragraph that fits, else at
 * the last line, sentence or word, else between characters. Nothing is searched twice, so that no text takes long.
 */
export function splitText(text: string, most = 4096): string[] {
  // One unit would be half of what some characters take.
  if (most < 2) throw new RangeError('A piece has room for one character at least.')
  const end = text.trimEnd().length
  const pieces: string[] = []
  let start = skipSpace(text, 0)
  while (end - start > most) {
    const cut = cutIn(text, start, start + most)
    pieces.push(text.slice(start, cut))
    start = skipSpace(text, cut)
  }
  if (start < end) pieces.push(text.slice(start, end))
  return pieces
}

/** The best place in `start + 1` to `limit`; the unit at `start` is no white space, so that no piece is empty. */
function cutIn(text: string, start: number, limit: number): number {
  let line = 0
  let sentence = 0
  let word = 0
  for (let at = limit; at > start; at--) {
    if (!isSpace(text, at)) {
      if (/[。！？]/.test(text.charAt(at - 1))) sentence ||= at
      continue
    }
    while (isSpace(text, at - 1)) at--
    const breaks = lineBreaksFrom(text, at)
    if (breaks > 1) return at
    if (breaks === 1) line ||= at
    else if (/[.!?…。！？]["'”’»)\]]*$/.test(text.slice(Math.max(start, at - 4), at))) sentence ||= at
    else word ||= at
  }
  return line || sentence || word || cutBetweenCharacters(text, start, limit)
}

/** In the white space that begins there; two make a blank line, and more are not counted. */
function lineBreaksFrom(text: string, from: number): number {
  let breaks = 0
  for (let at = from; breaks < 2 && isSpace(text, at); at++) if (text.charAt(at) === '\n') breaks++
  return breaks
}

function cutBetweenCharacters(text: string, start: number, limit: number): number {
  const from = Math.max(start, limit - CLUSTER_UNITS)
  const around = segmenter.segment(text.slice(from, limit + CLUSTER_UNITS))
  const begin = around.containing(limit - from)?.index
  // A character that continues for longer is one that someone piled up, and is cut.
  const cut = begin ? from + begin : limit
  return isInsidePair(text, cut) ? cut - 1 : cut
}

const isInsidePair = (text: string, at: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1))

const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at))

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text, at)) at++
  return at
}
