import { lazy, Suspense, useState } from 'react'
import type { Attachment } from '#contracts/conversations.ts'
import { formatBytes } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { classNames } from '../../../ui/class-names.ts'
import { FileIcon, isPicture } from '../../page-parts/file-icon.tsx'
import { messageFileMessages } from './messages.ts'

const Lightbox = lazy(() =>
  whenReachable(() => import('./lightbox.tsx')).then((module) => ({ default: module.Lightbox })),
)

export type MessageFilesProps = { files: readonly Attachment[]; atEnd?: boolean }

/** The files of a message: pictures as such, everything else to be downloaded. */
export function MessageFiles({ files, atEnd }: MessageFilesProps) {
  const words = useMessages(messageFileMessages)
  const language = useLanguage()
  const [openId, setOpenId] = useState<string | null>(null)
  if (files.length === 0) return null
  const pictures = files.filter(({ mime_type }) => isPicture(mime_type))
  const others = files.filter(({ mime_type }) => !isPicture(mime_type))
  const row = classNames('my-1 flex max-w-full flex-wrap gap-2', atEnd && 'justify-end')
  return (
    <>
      {pictures.length > 0 && (
        <ul className={row}>
          {pictures.map(({ id, name, url }) => (
            <li key={id}>
              <button
                type="button"
                aria-label={words.open(name)}
                title={name}
                onClick={() => setOpenId(id)}
                className="block overflow-hidden rounded-xl border border-line bg-hover"
              >
                <img
                  src={url}
                  alt=""
                  loading="lazy"
                  className={classNames(
                    'object-cover transition-opacity hover:opacity-90',
                    pictures.length === 1 ? 'h-44 max-w-full min-w-24' : 'size-28',
                  )}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={row}>
          {others.map(({ id, name, url, size, mime_type }) => (
            <li key={id} className="min-w-0">
              <a
                href={url}
                download={name}
                title={words.download(name)}
                className="flex h-12 max-w-64 items-center gap-2.5 rounded-xl border border-line bg-raised pr-4 pl-3 transition-colors hover:bg-hover"
              >
                <FileIcon type={mime_type} />
                <span className="min-w-0 leading-tight">
                  <span className="block truncate text-xs font-medium">{name}</span>
                  <span className="block text-2xs text-faint">{formatBytes(size, language)}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {openId && (
        <Suspense>
          <Lightbox pictures={pictures} shownId={openId} onShow={setOpenId} />
        </Suspense>
      )}
    </>
  )
}
