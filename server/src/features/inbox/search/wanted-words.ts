import { and, like, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Further words are ignored. */
const MAX_WORDS = 10

/** The typed words in lower case, without duplicates and parts of other words. */
export function wordsOf(q: string): string[] {
  const typed = [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))]
  return typed
    .filter((word) => !typed.some((other) => other !== word && other.includes(word)))
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_WORDS)
}

/** Whether the indexes over letters know anything of a word: they keep groups of three letters or digits. */
export const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/** A text in lower case has all of the words; rows are read one by one for this. */
export const hasWords = (text: SQLWrapper, words: readonly string[]): SQL | undefined =>
  and(...words.map((word) => sql`strpos(${text}, ${word}) > 0`))

/** The same by an index over letters. Words of which it knows nothing are left to the rows that it finds. */
export const hasWordsByIndex = (text: SQLWrapper, words: readonly string[]): SQL | undefined =>
  and(
    ...words.filter(hasTrigram).map((word) => like(sql`${text}`, `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
    hasWords(
      text,
      words.filter((word) => !hasTrigram(word)),
    ),
  )
