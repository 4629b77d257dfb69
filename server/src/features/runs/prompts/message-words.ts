/** What a model reads in place of a message that has files and no text, because an empty message is refused. */
export const wordsFor = (message: string, files: readonly { name: string }[]): string =>
  message.trim() || files.length === 0 ? message : `[Attached: ${files.map(({ name }) => name).join(', ')}]`

/** In a chat of several people a model has to know who writes. */
export const spokenBy = (sender_name: string | null, words: string): string =>
  sender_name ? `${sender_name}: ${words}` : words
