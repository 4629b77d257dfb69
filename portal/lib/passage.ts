const before = 28

type Wanted = string | readonly string[]

const patternOf = (wanted: Wanted): string =>
  [wanted]
    .flat()
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => one.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(/\s+/g, '\\s+'))
    .join('|')

export type Part = { at: number; part: string; isFound: boolean }

/** Splits a text into parts; matches of the searched texts are marked. */
export function partsOf(text: string, wanted: Wanted): Part[] {
  const pattern = patternOf(wanted)
  if (pattern === '') return [{ at: 0, part: text, isFound: false }]
  let at = 0
  return text.split(new RegExp(`(${pattern})`, 'giu')).map((part, index) => {
    const piece = { at, part, isFound: index % 2 === 1 }
    at += part.length
    return piece
  })
}

/** The passage from shortly before the match, so that it is visible in two narrow lines. */
export function fromMatch(passage: string, wanted: string): string {
  const at = patternOf(wanted) === '' ? -1 : passage.search(new RegExp(patternOf(wanted), 'iu'))
  if (at <= before) return passage
  const head = passage.slice(at - before, at)
  // From the next whole word on, where there is one.
  return `…${head.replace(/^\S*\s+(?=\S|$)/, '')}${passage.slice(at)}`
}
