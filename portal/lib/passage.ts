import { findFolded } from '#contracts/find-folded.ts'

const before = 28

type Wanted = string | readonly string[]

export type Part = { at: number; part: string; isFound: boolean }

/** Splits a text into parts; matches of the searched texts are marked. */
export function partsOf(text: string, wanted: Wanted): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { start, end } of findFolded(text, [wanted].flat())) {
    parts.push({ at, part: text.slice(at, start), isFound: false })
    parts.push({ at: start, part: text.slice(start, end), isFound: true })
    at = end
  }
  parts.push({ at, part: text.slice(at), isFound: false })
  return parts
}

/** The passage from shortly before the match, so that it is visible in two narrow lines. */
export function fromMatch(passage: string, wanted: string): string {
  const at = findFolded(passage, [wanted])[0]?.start ?? -1
  if (at <= before) return passage
  const head = passage.slice(at - before, at)
  // From the next whole word on, where there is one.
  return `…${head.replace(/^\S*\s+(?=\S|$)/, '')}${passage.slice(at)}`
}
