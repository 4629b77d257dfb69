/** Longer than anybody writes; a pasted book is found by its beginning. */
export const SEARCHED_CHARACTERS = 20_000

/** A message as it is searched. */
export const searchedText = (content: string): string => content.slice(0, SEARCHED_CHARACTERS).toLowerCase()
