export type TokenKind =
  | 'comment'
  | 'string'
  | 'number'
  | 'keyword'
  | 'call'
  | 'type'
  | 'property'
  | 'tag'
  | 'inserted'
  | 'deleted'
export type Token = { text: string; kind?: TokenKind }
export type Line = readonly Token[]

/** Reads one block of code, again and again while it grows: the lines, whose tokens joined are the code. */
export type Reader = (code: string) => readonly Line[]
/** A language begins a reader for each block, which keeps what it knows of that block. */
export type Language = () => Reader

/** A line that no person wrote or reads is not worth its colors. */
export const longestLine = 2_000

export const plainLines: Reader = (code) => code.split('\n').map((text) => [{ text }])
