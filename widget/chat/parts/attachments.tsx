import { useEffect, useMemo } from 'preact/hooks'
import type { Attachment } from '#contracts/conversations.ts'
import { sizeText } from '../attachments.ts'
import { getWords } from '../words/words.ts'
import { Icon } from './icon.tsx'

/** The files of a message: pictures as such, everything else to be downloaded. */
export function Attachments({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null
  return (
    <ul class="files">
      {files.map(({ id, name, mime_type, size, url }) => (
        <li key={id}>
          {mime_type.startsWith('image/') ? (
            <a class="file-image" href={url} target="_blank" rel="noopener">
              <img src={url} alt={name} loading="lazy" />
            </a>
          ) : (
            <a
              class="file"
              href={url}
              target="_blank"
              rel="noopener"
              download={name}
              aria-label={getWords().download(name)}
            >
              <Icon name="file" />
              <span class="file-name">{name}</span>
              <span class="file-size">{sizeText(size)}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Files that are picked and not sent yet. */
export function PickedFiles({ files, onRemove }: { files: File[]; onRemove: (file: File) => void }) {
  if (files.length === 0) return null
  return (
    <ul class="picked">
      {files.map((file) => (
        <PickedFile
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          onRemove={() => onRemove(file)}
        />
      ))}
    </ul>
  )
}

function PickedFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const url = useMemo(() => (file.type.startsWith('image/') ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return (
    <li class="picked-file">
      {url ? <img src={url} alt="" /> : <Icon name="file" />}
      <span class="file-name">{file.name}</span>
      <span class="file-size">{sizeText(file.size)}</span>
      <button type="button" class="tool small" aria-label={getWords().removeFile(file.name)} onClick={onRemove}>
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}
