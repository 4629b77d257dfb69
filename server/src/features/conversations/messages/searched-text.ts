/** Longer than messages that people write; only the beginning of a longer text is indexed. */
export const SEARCHED_CHARACTERS = 20_000

/** A message as it is searched. */
export const searchedText = (content: string): string => content.slice(0, SEARCHED_CHARACTERS).toLowerCase()
