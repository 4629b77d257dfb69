const LENGTH = 160

/** A passage of the text with the words in it, in whole words where it can be, on one line. */
export function excerptAround(text: string, words: string): string {
  const [line, wanted] = [oneLine(text), oneLine(words)]
  const found = line.search(new RegExp(escaped(wanted), 'iu'))
  const at = Math.max(found, 0)
  const matchEnd = Math.min(at + wanted.length, line.length)

  const around = Math.max(0, LENGTH - wanted.length)
  const end = Math.min(line.length, Math.max(matchEnd + Math.ceil(around / 2), LENGTH))
  const start = Math.max(0, Math.min(at, end - Math.max(LENGTH, wanted.length)))

  const before = line.slice(start, at)
  const after = line.slice(matchEnd, end)
  const head = start === 0 ? before : `…${before.replace(/^\S*\s+/, '')}`
  const tail = end === line.length ? after : `${after.replace(/\s+\S*$/, '')}…`
  return `${head}${line.slice(at, matchEnd)}${tail}`.toWellFormed()
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
