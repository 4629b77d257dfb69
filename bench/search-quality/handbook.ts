/** Support texts of one language: each topic is a document, its keywords and a question that it answers. */
export type Handbook = {
  language: string
  topics: readonly (readonly [text: string, keywords: string, question: string])[]
  /** Sentences of files that answer none of the questions. */
  others: readonly string[]
  /** What no file is about. */
  unanswered: readonly string[]
}
