import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { FileIcon, isPicture } from '../../page-parts/file-icon.tsx'
import { fileMessages } from './messages.ts'

export type AttachedFilesProps = { files: readonly File[]; onRemove?: (file: File) => void }

/** Files that are only here yet: those of a draft, which can be taken out, or of a message on its way. */
export function AttachedFiles({ files, onRemove }: AttachedFilesProps) {
  const words = useMessages(fileMessages)
  if (files.length === 0) return null
  return (
    <ul aria-label={words.attached} className="flex flex-wrap gap-2">
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be attached twice
        <li key={`${index} ${file.name}`} className="relative">
          {isPicture(file.type) ? <Thumbnail file={file} /> : <Chip file={file} />}
          {onRemove && (
            <button
              type="button"
              aria-label={words.remove(file.name)}
              title={words.remove(file.name)}
              onClick={() => onRemove(file)}
              className="absolute -top-2 -right-2 flex size-6 items-center justify-center rounded-full border border-line-strong bg-raised text-muted shadow-float hover:text-ink"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <img
      src={url}
      alt={file.name}
      title={file.name}
      className="size-16 rounded-lg border border-line bg-hover object-cover"
    />
  )
}

function Chip({ file }: { file: File }) {
  const language = useLanguage()
  return (
    <div className="flex h-16 max-w-56 items-center gap-2.5 rounded-lg border border-line bg-canvas pr-4 pl-3">
      <FileIcon type={file.type} />
      <span className="min-w-0 leading-tight">
        <span className="block truncate text-xs font-medium">{file.name}</span>
        <span className="block text-2xs text-faint">{formatBytes(file.size, language)}</span>
      </span>
    </div>
  )
}
