import { isUploadable } from '#contracts/file-types.ts'

/** A place in a file of the storage, as an answer names it. */
type Citation = {
  path: string
  line?: number
  /** The page, slide or sheet of a document that has some. */
  part?: number
}

const longestPath = 500
const end = String.raw`(?<line>\d{1,7})(?:[-–]\d{1,7})?`
const places = [
  // returns.md:3-5
  `:${end}`,
  // returns.md#L3-L5
  String.raw`#L(?<line>\d{1,7})(?:-L?\d{1,7})?`,
  // manual.pdf, page 2, line 1; budget.xlsx, sheet 1 (Costs), rows 3-8
  String.raw`, (?:page|slide|sheet) (?<part>\d{1,5})(?: \([^)\n]{1,100}\))?(?:, (?:lines?|rows?) ${end})?`,
]
const whole = places.map((place) => new RegExp(String.raw`^(?<path>[^\n:#]{1,${longestPath}}?\.\w{1,11})${place}$`))
/** In running text a name ends where white space or a quotation mark does. */
const inText = places.map(
  (place) =>
    new RegExp(
      String.raw`(?<![^\s:#"'“”«»()[\]<>|])(?<path>[^\s:#"'“”«»()[\]<>|]{1,${longestPath}}\.\w{1,11})${place}(?![\w/])`,
      'g',
    ),
)

/** The citation that a text is, from end to end. */
export function citationOf(text: string): Citation | null {
  for (const pattern of whole) {
    const groups = pattern.exec(text.trim())?.groups
    if (groups) return toCitation(groups)
  }
  return null
}

type FoundCitation = Citation & { at: number; text: string }

/** The citations in running text, in order, none within another. */
export function findCitations(text: string): FoundCitation[] {
  const found = inText.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ index, 0: matched, groups = {} }) => {
      const citation = toCitation(groups)
      return citation ? [{ ...citation, at: index, text: matched }] : []
    }),
  )
  return found
    .toSorted((one, other) => one.at - other.at)
    .filter(({ at }, index, all) => at >= Math.max(0, ...all.slice(0, index).map((one) => one.at + one.text.length)))
}

function toCitation({ path = '', line, part }: Record<string, string | undefined>): Citation | null {
  const names = path.replace(/^\.?\//, '').split('/')
  if (!isUploadable(path) || names.some((name) => name === '' || name === '.' || name === '..')) return null
  return { path: names.join('/'), ...(line && { line: Number(line) }), ...(part && { part: Number(part) }) }
}

const address = '/storage?'

/** Where the storage shows it. `before` are the words in front of it, which may belong to its name. */
export function citationAddress({ path, line, part }: Citation, before = ''): string {
  const query = new URLSearchParams({ file: path })
  if (line) query.set('line', String(line))
  if (part) query.set('part', String(part))
  if (before) query.set('before', before)
  return `${address}${query}`
}

export type CitedFile = { search: { file: string; line?: string; part?: string }; before: string[] }

export function citedFile(href: string): CitedFile | null {
  if (!href.startsWith(address)) return null
  const { file, line, part, before } = Object.fromEntries(new URLSearchParams(href.slice(address.length)))
  if (!file) return null
  return { search: { file, ...(line && { line }), ...(part && { part }) }, before: before?.split(' ') ?? [] }
}
