import { getWords } from './words/words.ts'

export type Limits = { maxAttachmentCount: number; maxAttachmentSizeBytes: number; maxTotalAttachmentSizeBytes: number }

const TEXT = 'text/plain'
const OOXML = 'application/vnd.openxmlformats-officedocument'
const SQLITE = 'application/x-sqlite3'
/** The type that a file is sent as, by its extension; a picture keeps its own. */
const types: Record<string, string> = {
  txt: TEXT,
  log: TEXT,
  md: TEXT,
  markdown: TEXT,
  csv: TEXT,
  xml: TEXT,
  pdf: 'application/pdf',
  docx: `${OOXML}.wordprocessingml.document`,
  xlsx: `${OOXML}.spreadsheetml.sheet`,
  db3: SQLITE,
  sqlite: SQLITE,
  sqlite3: SQLITE,
  db: SQLITE,
}

/** What the file chooser offers. */
export const ACCEPT = `image/*,${Object.keys(types)
  .map((extension) => `.${extension}`)
  .join(',')}`

const MB = 1024 * 1024

export function typeOf({ name, type }: Pick<File, 'name' | 'type'>): string | null {
  if (type.startsWith('image/') && type !== 'image/svg+xml') return type
  return types[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null
}

/** Which limit the files are beyond, by the name that the server has for it. */
export function overLimit(reason: string | undefined, limits: Limits): string {
  const words = getWords()
  if (reason === 'MAX_ATTACHMENT_COUNT') return words['input.max_files_reached'](limits.maxAttachmentCount)
  return reason === 'MAX_ATTACHMENT_SIZE'
    ? words['input.max_attachment_size_reached'](Math.floor(limits.maxAttachmentSizeBytes / MB))
    : words['input.max_total_size_reached'](Math.floor(limits.maxTotalAttachmentSizeBytes / MB))
}

/** Which of the files can be added, and a sentence about the first that cannot. */
export function admitFiles(known: readonly File[], added: readonly File[], limits: Limits) {
  const words = getWords()
  const files = [...known]
  let refusal: string | null = null
  const refuse = (text: string) => {
    refusal ??= text
  }
  for (const file of added) {
    const total = files.reduce((sum, { size }) => sum + size, file.size)
    if (!typeOf(file)) refuse(words.fileTypeRefused)
    else if (file.size === 0) refuse(words.fileEmpty)
    else if (files.length >= limits.maxAttachmentCount) refuse(overLimit('MAX_ATTACHMENT_COUNT', limits))
    else if (file.size > limits.maxAttachmentSizeBytes) refuse(overLimit('MAX_ATTACHMENT_SIZE', limits))
    else if (total > limits.maxTotalAttachmentSizeBytes) refuse(overLimit('MAX_TOTAL_ATTACHMENT_SIZE', limits))
    else files.push(file)
  }
  return { files, refusal }
}

export async function encodeFile(file: File) {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  const mime_type = typeOf(file) ?? 'application/octet-stream'
  return { name: file.name.slice(-255), mime_type, size: file.size, data: url.slice(url.indexOf(',') + 1) }
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
