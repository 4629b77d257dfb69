import { and, like, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { foldWanted, wantedWords } from '#contracts/fold-text.ts'

/**
 * What a text has to contain to be found, every part of it: folded, and in lower case as it was typed, for rows that
 * `fold-stored-texts.ts` has not reached yet.
 */
export type Wanted = { readonly folded: readonly string[]; readonly typed: readonly string[] }

/** Further words are ignored. */
const MAX_WORDS = 10

/** The words of a search, without duplicates and parts of other words. */
export const wordsOf = (q: string): Wanted => ({
  folded: distinct(wantedWords(q)),
  typed: distinct(q.toLowerCase().split(/\s+/).filter(Boolean)),
})

/** The whole of a search, which has to occur as it is. */
export const phraseOf = (q: string): Wanted => ({
  folded: [foldWanted(q)],
  typed: [q.toLowerCase()],
})

const distinct = (words: string[]): string[] =>
  [...new Set(words)]
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_WORDS)

/** Whether the indexes over letters know anything of a word: they keep groups of three letters or digits. */
export const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/** Any text of the database, folded there; most are ASCII, for which calling the function would take several times as long. */
export const folded = (text: SQLWrapper): SQL =>
  sql`case when octet_length(${text}) = length(${text}) then lower(${text}) else fold_text(${text}) end`

const isSame = ({ folded, typed }: Wanted): boolean => folded.join(' ') === typed.join(' ')

/** True of a folded text with everything that is wanted; rows are read one by one for this. */
export const contains = (text: SQLWrapper, wanted: Wanted): SQL | undefined => eitherWay(text, wanted, hasAll)

/** The same by an index over letters. Words of which it knows nothing are left to the rows that it finds. */
export const containsByIndex = (text: SQLWrapper, wanted: Wanted): SQL | undefined =>
  eitherWay(text, wanted, hasAllByIndex)

/** The same of a text with two indexes: over its lower case, and over a column that has it folded where that is more. */
export const containsByIndexes = (text: SQLWrapper, foldedText: SQLWrapper, wanted: Wanted): SQL | undefined =>
  or(containsByIndex(sql`lower(${text})`, wanted), hasAllByIndex(foldedText, wanted.folded))

type Test = (text: SQLWrapper, words: readonly string[]) => SQL | undefined

const eitherWay = (text: SQLWrapper, wanted: Wanted, test: Test): SQL | undefined =>
  isSame(wanted) ? test(text, wanted.folded) : or(test(text, wanted.folded), test(text, wanted.typed))

const hasAll: Test = (text, words) => and(...words.map((word) => sql`strpos(${text}, ${word}) > 0`))

const hasAllByIndex: Test = (text, words) =>
  and(
    ...words.filter(hasTrigram).map((word) => like(sql`${text}`, containing(word))),
    hasAll(
      text,
      words.filter((word) => !hasTrigram(word)),
    ),
  )

/** A pattern for `like` of a text that is taken as it is. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
