import { ApiError } from '#contracts/client.ts'

/** What the server finds wrong with one field, for the field to say. */
export function issueOf(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.issues.find(({ path }) => path.replace(/^body\./, '').split('.')[0] === field)?.message
}

/** The server's own sentence, where it has one. */
export function sentenceOf(error: Error, otherwise: string): string {
  return (error instanceof ApiError && error.kind === 'refused' && error.message) || otherwise
}

/** True when every complaint belongs to one of these fields, so that nothing is left to say elsewhere. */
export function isAboutFields(error: Error, fields: readonly string[]): boolean {
  if (!(error instanceof ApiError) || error.issues.length === 0) return false
  return error.issues.every(({ path }) => fields.includes(path.replace(/^body\./, '').split('.')[0] ?? ''))
}

/** What is left to say beside these fields, which say what is wrong with them themselves. */
export function problemBeside(fields: readonly string[], error: Error | null, otherwise: string): string | null {
  return error && !isAboutFields(error, fields) ? sentenceOf(error, otherwise) : null
}
