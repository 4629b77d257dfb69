/** Longer than messages that people write; only the beginning of a longer text is indexed. */
export const SEARCHED_CHARACTERS = 20_000

/** As much of a message as search reads; the database folds it. */
export const searchedText = (content: string): string => content.slice(0, SEARCHED_CHARACTERS)
