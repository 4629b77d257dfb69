/** Kinds of files that are searched, and with that cited; others have no lines. */
const FILE = String.raw`\.(?:txt|md|csv|tsv|xlsx?|docx?|pdf|pptx?|html?|json|ya?ml|xml|sql|toml|ini|log|jsx?|tsx?|mjs|py|css|scss|sh)`
const LINES = String.raw`\d+(?:[-–]\d+)?`
/** “returns.md:3-5”, or “manual.pdf, page 2, line 1”. */
const PLACE = String.raw`(?::${LINES}|, (?:page|slide|sheet) \d+(?: \([^()\n]{1,100}\))?, (?:lines?|rows?) ${LINES})`
const CODE = '`'
/** Between these a path may have spaces; the marks of code go with it, since a title is none. */
const QUOTED = new RegExp(
  String.raw`(?<open>[${CODE}(\["“«])(?<path>[^${CODE}()\[\]"“”«»\n]{1,300}?)${FILE}${PLACE}(?<close>[${CODE})\]"”»])`,
  'giu',
)
const WORD = String.raw`[^\s${CODE}()\[\]"“”«»,;]`
const BARE = new RegExp(`(?<!${WORD})(?<path>${WORD}{1,300}?)${FILE}${PLACE}`, 'giu')
/** What may still become one when more text follows: what was opened and not closed, the last word, or a file and its page. */
const OPENED = /[`([“«][^`()[\]“”«»\n]{0,400}$/u
const LAST_WORD = /\S{1,400}$/u
const LAST_FILE = new RegExp(String.raw`\S{1,300}${FILE},[^\n]{0,120}$`, 'iu')
const MAX_HELD = 800

/**
 * What a teammate says, without the places in files by which colleagues look it up: visitors read the title of the file. While
 * a text grows, its end is held back as long as it may become such a place, so that what was shown stays as it was.
 */
export function nameSources(text: string, isComplete: boolean): string {
  const end = isComplete ? text.length : endOfSettled(text)
  return text
    .slice(0, end)
    .replace(QUOTED, (_whole, open: string, path: string, close: string) =>
      open === '`' ? titleOf(path) : `${open}${titleOf(path)}${close}`,
    )
    .replace(BARE, (_whole, path: string) => titleOf(path))
}

function endOfSettled(text: string): number {
  const line = text.slice(Math.max(text.lastIndexOf('\n') + 1, text.length - MAX_HELD))
  let start = line.length
  // Each replaces in the result of the one before.
  for (const pattern of [LAST_FILE, LAST_WORD, OPENED]) {
    const found = line.slice(0, start).search(pattern)
    if (found !== -1) start = found
  }
  return text.length - line.length + start
}

/** “Customer service/return-policy” → “return policy”. */
const titleOf = (path: string): string => (path.split('/').at(-1) ?? path).replace(/[_-]+/g, ' ').trim()
