/** Kinds of files that the storage knows and audio, which people send, by extension. */
const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  txt: 'text/plain',
  htm: 'text/html',
  html: 'text/html',
  md: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  xml: 'application/xml',
  sql: 'application/sql',
  toml: 'application/toml',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  aac: 'audio/aac',
}

const words = (text: string) => new Set(text.split(' '))

const UPLOADED = words(
  'png jpg jpeg gif webp svg pdf doc docx xls xlsx pptx txt htm html md csv json yaml yml tsv ts tsx js jsx py sql pls pks pkb pck spc trg java jsp css scss sh log xml toml ini',
)
const EDITED = words(
  'txt md htm html csv json webmanifest yaml yml ts tsx js mjs jsx py sql css scss sh log xml toml ini tsv',
)
const INDEXED = words('txt md csv xlsx docx pdf pptx')

/** Of one uploaded file. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** In lower case, without its dot; empty where there is none. */
export const extensionOf = (name: string): string => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const isLicense = (name: string) => /^licen[sc]e$/i.test(name)

export const isUploadable = (name: string): boolean => UPLOADED.has(extensionOf(name))
export const isEditable = (name: string): boolean => EDITED.has(extensionOf(name)) || isLicense(name)
export const isIndexable = (name: string): boolean => INDEXED.has(extensionOf(name))

/** Text that nobody has a better word for is plain text; whatever else is unknown is bytes. */
export function mimeTypeOf(name: string): string {
  const known = types[extensionOf(name)]
  if (known) return known
  return isUploadable(name) || isEditable(name) ? 'text/plain' : 'application/octet-stream'
}

/** A new text without an extension is Markdown, unless it is a license. */
export const editableName = (name: string): string => (name.includes('.') || isLicense(name) ? name : `${name}.md`)

/** What can be read line by line as it lies there. */
export const isText = (name: string): boolean => isEditable(name) || mimeTypeOf(name).startsWith('text/')
