import { File, FileArchive, FileAudio, FileCode, FileImage, FileSpreadsheet, FileText, FileVideo } from 'lucide-react'

const byKind = [
  [/^image\//, FileImage],
  [/^audio\//, FileAudio],
  [/^video\//, FileVideo],
  [/spreadsheet|excel|csv/, FileSpreadsheet],
  [/zip|compressed|tar|rar/, FileArchive],
  // Before code: the type of a document of Word has "xml" in it.
  [/pdf|word|officedocument|opendocument|rtf/, FileText],
  [/json|javascript|xml|html|css|x-sh|python/, FileCode],
  [/^text\//, FileText],
] as const

export function FileIcon({ type }: { type: string }) {
  const Icon = byKind.find(([kind]) => kind.test(type))?.[1] ?? File
  return <Icon aria-hidden className="size-5 shrink-0 stroke-[1.5] text-muted" />
}

/** Pictures that every browser shows and the server serves as such. */
export function isPicture(type: string): boolean {
  return /^image\/(png|jpeg|gif|webp)$/.test(type)
}
