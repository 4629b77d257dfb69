import { extensionOf, isIndexable, isUploadable, mimeTypeOf } from '#contracts/file-types.ts'
import type { FileType } from './drive.ts'

export const GOOGLE = 'application/vnd.google-apps.'
const OFFICE = 'application/vnd.openxmlformats-officedocument.'

/** The types of files that count as one type; `*` at the end matches anything. */
export const mimeTypesOf: Readonly<Record<Exclude<FileType, 'other'>, readonly string[]>> = {
  folder: [`${GOOGLE}folder`],
  document: [`${GOOGLE}document`, `${OFFICE}wordprocessingml.document`, 'application/msword'],
  spreadsheet: [`${GOOGLE}spreadsheet`, `${OFFICE}spreadsheetml.sheet`, 'application/vnd.ms-excel'],
  presentation: [`${GOOGLE}presentation`, `${OFFICE}presentationml.presentation`, 'application/vnd.ms-powerpoint'],
  pdf: ['application/pdf'],
  image: ['image/*'],
  text: ['text/*', 'application/json', 'application/xml', 'application/yaml'],
}

export function fileTypeOf(mime_type: string): FileType {
  const fits = (pattern: string) =>
    pattern.endsWith('*') ? mime_type.startsWith(pattern.slice(0, -1)) : mime_type === pattern
  for (const [type, patterns] of Object.entries(mimeTypesOf)) if (patterns.some(fits)) return type as FileType
  return 'other'
}

/** By what the provider says, unless it says nothing. */
export const mimeTypeFor = (name: string, mime_type: string): string =>
  mime_type === '' || mime_type === 'application/octet-stream' ? mimeTypeOf(name) : mime_type

/** The end of a name where it is one, so that nothing else gets into a name of ours. */
export const endOf = (name: string): string => (/^[a-z0-9]{1,10}$/.test(extensionOf(name)) ? extensionOf(name) : '')

/** Which end says what a file is: its own where that is known here, otherwise one that stands for its type. */
export function extensionFor({ name, mime_type }: { name: string; mime_type: string }): string {
  const own = endOf(name)
  if (isUploadable(name) || isIndexable(name)) return own
  const [known] = Object.entries(ends).find(([, type]) => type === mime_type) ?? []
  return known ?? (mime_type.startsWith('text/') ? 'txt' : own)
}

const ends = Object.fromEntries(
  ['pdf', 'docx', 'xlsx', 'pptx', 'json', 'xml'].map((end) => [end, mimeTypeOf(`x.${end}`)]),
)
