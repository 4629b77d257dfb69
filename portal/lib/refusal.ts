import { ApiError } from '#contracts/client.ts'
import { wordsOf } from './i18n.ts'
import { refusalMessages } from './refusals/messages.ts'

/** What the server finds wrong with one field, for the field to say. */
export function issueOf(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const issue = error.issues.find(({ path }) => path.replace(/^body\./, '').split('.')[0] === field)
  return issue && (translationOf(error) ?? issue.message)
}

/** Why the server refused: in the words of the page, where its language has some for the code; else in the server's own. */
export function sentenceOf(error: Error | null, otherwise: string): string {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return otherwise
  // An internal error has no message for people, so the page says what has failed.
  if (error.status === 500) return otherwise
  return translationOf(error) ?? (error.message || otherwise)
}

function translationOf({ code, status, message }: ApiError): string | undefined {
  const sentences: Readonly<Record<string, string | ((sentence: string) => string) | undefined>> =
    wordsOf(refusalMessages)
  const translation = sentences[code ?? String(status)]
  return typeof translation === 'function' ? translation(message) : translation
}

/** True when every complaint belongs to one of these fields, so that nothing is left to say elsewhere. */
export function isAboutFields(error: Error, fields: readonly string[]): boolean {
  if (!(error instanceof ApiError) || error.issues.length === 0) return false
  return error.issues.every(({ path }) => fields.includes(path.replace(/^body\./, '').split('.')[0] ?? ''))
}

/** The part of an error that is not shown at these fields. */
export function problemBeside(fields: readonly string[], error: Error | null, otherwise: string): string | null {
  return error && !isAboutFields(error, fields) ? sentenceOf(error, otherwise) : null
}
