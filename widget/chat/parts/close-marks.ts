const MARKS = ['**', '~~', '`', '*', '_']

/**
 * An answer that grows may stand in the middle of a mark of Markdown. It is closed for the time being, so that nobody sees
 * marks come and go; inside a block of code nothing is a mark.
 */
export function closeMarks(text: string): string {
  if ((text.match(/^[^a-z`\n]*```(?!.*`)/gim)?.length ?? 0) % 2 === 1) return text
  const start = text.lastIndexOf('\n\n') + 1
  const before = text.slice(0, start)
  // What was only just begun says nothing yet.
  let last = text.slice(start).replace(/(?<=^|\s)[*_~`]+$/, '')
  let rest = last.replace(/`[^`]*`/g, '').replace(/^\s*[*-] /gm, '')
  for (const mark of MARKS) {
    const count = rest.split(mark).length - 1
    rest = rest.replaceAll(mark, '')
    const isInWord = mark === '_' && !/(^|\s)_\S/.test(last)
    if (count % 2 === 1 && !isInWord) last = last.trimEnd() + mark
    if (mark === '`' && count % 2 === 1) break
  }
  return before + last
}
