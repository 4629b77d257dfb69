import { parseJson } from '../parse-json.ts'

/** The text of an answer as it says it is to be read: JSON where it is JSON, and otherwise itself. */
export function parseAnswer({ headers }: Pick<Response, 'headers'>, text: string): unknown {
  if (!headers.get('content-type')?.includes('json')) return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
