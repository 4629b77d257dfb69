import { extensionOf, isEditable, mimeTypeOf } from '#contracts/file-types.ts'
import { TRASH } from '#contracts/storage-names.ts'

/** How a file is shown; `none` where a browser cannot. */
export type FileKind = 'picture' | 'pdf' | 'markdown' | 'table' | 'sheets' | 'document' | 'text' | 'none'

const binary = ['doc', 'xls']

export function kindOf(name: string): FileKind {
  const extension = extensionOf(name)
  if (mimeTypeOf(name).startsWith('image/')) return 'picture'
  if (extension === 'pdf') return 'pdf'
  if (extension === 'md') return 'markdown'
  if (extension === 'csv' || extension === 'tsv') return 'table'
  if (extension === 'xlsx') return 'sheets'
  if (extension === 'docx' || extension === 'pptx') return 'document'
  if (binary.includes(extension) || mimeTypeOf(name) === 'application/octet-stream') return 'none'
  return 'text'
}

/** What is in the trash stays as it was deleted. */
export const canEdit = (path: string): boolean => isEditable(path.split('/').at(-1) ?? '') && !isTrashed(path)

export const isTrashed = (path: string): boolean => path === TRASH || path.startsWith(`${TRASH}/`)
