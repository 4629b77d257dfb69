import { LimitExceeded } from './unreadable.ts'

/** More than any file of plain text may have; a small file can refer to one long text a million times. */
export const MAX_TEXT_CHARACTERS = 16_000_000

/** Counts the text of a document while it is read, so that one that repeats itself ends before it fills the memory. */
export class TextBudget {
  #left = MAX_TEXT_CHARACTERS

  /** Throws where the document has too much text. */
  spend(characters: number): void {
    this.#left -= characters
    if (this.#left < 0)
      throw new LimitExceeded(`The document has more than ${MAX_TEXT_CHARACTERS / 1e6} million characters of text`)
  }
}
