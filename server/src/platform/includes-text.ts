/** The engine compares up to the product of both lengths; below this that is done in a few milliseconds. */
const QUICK = 5_000_000
/** So short a text is sought by the engine in no more time than here. */
const SHORT = 64

const isQuick = (text: ArrayLike<unknown>, sought: ArrayLike<unknown>) =>
  sought.length <= SHORT || text.length * sought.length <= QUICK

/** Whether one text is in the other, in time that grows with their lengths however they are made. */
export const includesText = (text: string, sought: string): boolean =>
  isQuick(text, sought) ? text.includes(sought) : placesOf(text, sought).next().done !== true

/** The places of some bytes within others, one by one, in such time too. */
export function* placesOfBytes(bytes: Buffer, sought: Buffer): Generator<number> {
  if (!isQuick(bytes, sought)) return yield* placesOf(bytes.toString('latin1'), sought.toString('latin1'))
  for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, at + sought.length)) yield at
}

function* placesOf(text: string, sought: string): Generator<number, void> {
  for (const at of walkPlaces(text, sought)) if (at !== PAUSE) yield at
}

/** Where a walk over a long text may leave turns to others. */
export const PAUSE = null
/** Compared in well under a millisecond. */
export const CHUNK_CHARACTERS = 16_384

/** Where a text is in another, as Knuth, Morris and Pratt find it; pauses however far apart the places are. */
export function* walkPlaces(text: string, sought: string): Generator<number | typeof PAUSE, void> {
  if (sought.length > text.length) return
  const fallback = new Int32Array(sought.length)
  for (let at = 1, matched = 0; at < sought.length; at++) {
    if (at % CHUNK_CHARACTERS === 0) yield PAUSE
    while (matched > 0 && sought.charCodeAt(at) !== sought.charCodeAt(matched)) matched = fallback[matched - 1] ?? 0
    if (sought.charCodeAt(at) === sought.charCodeAt(matched)) matched++
    fallback[at] = matched
  }
  for (let at = 0, matched = 0; at < text.length; at++) {
    if (at % CHUNK_CHARACTERS === 0) yield PAUSE
    while (matched > 0 && text.charCodeAt(at) !== sought.charCodeAt(matched)) matched = fallback[matched - 1] ?? 0
    if (text.charCodeAt(at) === sought.charCodeAt(matched)) matched++
    if (matched < sought.length) continue
    yield at - matched + 1
    matched = 0
  }
}
