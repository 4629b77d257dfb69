import { mimeTypeOf } from '#contracts/file-types.ts'
import type { DriveFile, DriveFormat } from '../drive.ts'
import { extensionFor, GOOGLE } from '../file-type.ts'
import { refuse } from '../refusals.ts'

/** What Google makes of its own documents: the first is what they are kept as, the second what they are read as. */
const formats: Readonly<Record<string, readonly [DriveFormat, DriveFormat | null, ...DriveFormat[]]>> = {
  document: ['docx', 'md', 'pdf', 'txt'],
  spreadsheet: ['xlsx', 'csv', 'pdf'],
  presentation: ['pptx', 'txt', 'pdf'],
  drawing: ['pdf', null],
}

export type Form = { format: string; export_as: string | null }

/** In which format a file is fetched, and as which type it is exported where it is Google's own. */
export function formOf(file: DriveFile, form: 'text' | DriveFormat | null): Form {
  const { name, mime_type } = file
  if (!mime_type.startsWith(GOOGLE)) {
    const format = extensionFor(file)
    if (form && form !== 'text' && form !== format)
      throw refuse(`Google Drive converts documents of its own alone, and "${name}" is none.`)
    return { format, export_as: null }
  }
  const offered = formats[mime_type.slice(GOOGLE.length)]
  if (!offered) throw refuse(`"${name}" is of a kind that cannot be downloaded from Google Drive.`)
  const [kept, read, ...others] = offered
  const format = form === null ? kept : form === 'text' ? read : [kept, read, ...others].find((one) => one === form)
  if (!format)
    throw refuse(`"${name}" can be had as ${[kept, read, ...others].filter((one) => one !== null).join(', ')}.`)
  return { format, export_as: mimeTypeOf(`x.${format}`) }
}
