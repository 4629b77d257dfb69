import type { FileType, Wanted } from '../drive.ts'
import { mimeTypesOf } from '../file-type.ts'

/** A value of Google's search language: the two characters that mean something within quotes are taken by their word. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export function searchQuery({ text, name, type, modified_after }: Omit<Wanted, 'limit'>): string {
  return [
    'trashed = false',
    ...(text ? [`fullText contains ${quoted(text)}`] : []),
    ...(name ? [`name contains ${quoted(name)}`] : []),
    ...(type ? [ofType(type)] : []),
    ...(modified_after ? [`modifiedTime > ${quoted(modified_after)}`] : []),
  ].join(' and ')
}

export const childrenQuery = (folder_id: string): string => `${quoted(folder_id)} in parents and trashed = false`

export const namedQuery = (folder_id: string, name: string): string =>
  `${childrenQuery(folder_id)} and name = ${quoted(name)}`

/** A property that only this program sees: which call has made a file. */
const MADE_BY = 'alongside_call'

export const madeBy = (key: string) => ({ appProperties: { [MADE_BY]: key } })

export const madeQuery = (key: string): string =>
  `trashed = false and appProperties has { key=${quoted(MADE_BY)} and value=${quoted(key)} }`

function ofType(type: FileType): string {
  if (type === 'other') return `mimeType != ${quoted('')}`
  const each = mimeTypesOf[type].map((pattern) =>
    pattern.endsWith('*') ? `mimeType contains ${quoted(pattern.slice(0, -1))}` : `mimeType = ${quoted(pattern)}`,
  )
  return each.length === 1 ? String(each[0]) : `(${each.join(' or ')})`
}
