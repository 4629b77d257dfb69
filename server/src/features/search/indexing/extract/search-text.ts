import { foldText } from '#contracts/fold-text.ts'
import { indexTerms } from '../../terms/search-terms.ts'

/** What a chunk is found by: its terms with a space between them, and its folded text where that is not just lower case. */
export type SearchText = { terms: string; folded: string | null }

export function searchTextOf(text: string): SearchText {
  const folded = foldText(text)
  return { terms: indexTerms(text).join(' '), folded: folded === text.toLowerCase() ? null : folded }
}
