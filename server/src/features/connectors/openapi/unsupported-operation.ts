/** Why an operation cannot be a tool, as a sentence without its end. */
export class UnsupportedOperationError extends Error {}

/** Why a document is not read, as a sentence. */
export class UnreadableDocument extends Error {}
