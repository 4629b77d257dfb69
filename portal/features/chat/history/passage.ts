const before = 28

const patternOf = (wanted: string): string =>
  wanted
    .trim()
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replaceAll(/\s+/g, '\\s+')

export type Part = { at: number; part: string; isFound: boolean }

/** The text in parts, those that were searched for marked. */
export function partsOf(text: string, wanted: string): Part[] {
  const pattern = patternOf(wanted)
  if (pattern === '') return [{ at: 0, part: text, isFound: false }]
  let at = 0
  return text.split(new RegExp(`(${pattern})`, 'giu')).map((part, index) => {
    const piece = { at, part, isFound: index % 2 === 1 }
    at += part.length
    return piece
  })
}

/** The passage from shortly before what was searched for, so that two narrow lines show it. */
export function fromMatch(passage: string, wanted: string): string {
  const at = patternOf(wanted) === '' ? -1 : passage.search(new RegExp(patternOf(wanted), 'iu'))
  if (at <= before) return passage
  const head = passage.slice(at - before, at)
  // From the next whole word on, where there is one.
  return `…${head.replace(/^\S*\s+(?=\S|$)/, '')}${passage.slice(at)}`
}
