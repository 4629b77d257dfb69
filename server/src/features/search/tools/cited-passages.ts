import type { ExactFindings, FoundLine, PassagePlace, SemanticFindings } from '#contracts/storage-search.ts'
import { partNameOf } from '../passage.ts'

/** What was found, with the words by which an answer says where it is. */
type CitedPassage = { cite: string; path: string; passage: string }

type Lines = { first_line: number; last_line: number }

const MAX_CHARACTERS = 20_000
/** Lines without text are not counted among neighbors. */
const NEAR = 2

export const citedFinding = ({ path, passage, ...place }: SemanticFindings['results'][number]): CitedPassage => ({
  cite: citeOf(path, place, place),
  path,
  passage,
})

/** The lines of a file that were found, neighbors together; each passage is named by the lines that match. */
export function citedLines({ path, lines = [] }: ExactFindings['results'][number]): CitedPassage[] {
  const groups: FoundLine[][] = []
  for (const line of lines) {
    const last = groups.at(-1)?.at(-1)
    const isNear = last && partOf(last) === partOf(line) && line.line - last.line <= NEAR
    if (isNear) groups.at(-1)?.push(line)
    else groups.push([line])
  }
  return groups.flatMap((group) => {
    const hits = group.filter(({ is_match }) => is_match)
    const [first, last] = [hits[0], hits.at(-1)]
    if (!first || !last) return []
    const passage = group.map(({ text }) => text).join('\n')
    return [{ cite: citeOf(path, first, { first_line: first.line, last_line: last.line }), path, passage }]
  })
}

const partOf = ({ page, slide, sheet }: PassagePlace) => page ?? slide ?? sheet

/** “returns.md:3-5”, or “manual.pdf, page 2, line 1”. */
function citeOf(path: string, place: PassagePlace, { first_line, last_line }: Lines): string {
  const part = partOf(place)
  const word = partNameOf(path)
  const range = first_line === last_line ? `${first_line}` : `${first_line}-${last_line}`
  if (!word || part === undefined) return `${path}:${range}`
  const name = place.sheet_name ? ` (${place.sheet_name})` : ''
  const line = word === 'sheet' ? 'row' : 'line'
  return `${path}, ${word} ${part}${name}, ${first_line === last_line ? line : `${line}s`} ${range}`
}

/** As many as a model can read beside everything else; the first always. */
export function fitting(passages: readonly CitedPassage[]): CitedPassage[] {
  let room = MAX_CHARACTERS
  return passages.filter((one, index) => {
    room -= one.cite.length + one.path.length + one.passage.length
    return index === 0 || room >= 0
  })
}
