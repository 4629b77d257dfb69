import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { KeyboardEvent } from 'react'
import type { Attachment } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { buttonClass, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { messageFileMessages } from './messages.ts'

type LightboxProps = {
  pictures: readonly Attachment[]
  shownId: string
  /** Another picture, or none: then it closes. */
  onShow: (id: string | null) => void
}

/** One picture as large as the window; the arrow keys lead to the others. */
export function Lightbox({ pictures, shownId, onShow }: LightboxProps) {
  const words = useMessages(messageFileMessages)
  const index = pictures.findIndex(({ id }) => id === shownId)
  const shown = pictures[index]
  const show = (at: number) => {
    const next = pictures[at]
    if (next) onShow(next.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') show(index - 1)
    if (event.key === 'ArrowRight') show(index + 1)
  }
  if (!shown) return null
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onShow(null)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-[fade_150ms] bg-surface/95" />
        <Dialog.Content
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex animate-[fade_150ms] flex-col outline-none"
        >
          <div className="flex h-14 shrink-0 items-center gap-1 px-3">
            <Dialog.Title className="min-w-0 grow truncate pl-1 text-sm font-medium">{shown.name}</Dialog.Title>
            {pictures.length > 1 && (
              <span className="px-2 text-xs text-muted tabular-nums">
                {index + 1} / {pictures.length}
              </span>
            )}
            <a
              href={shown.url}
              download={shown.name}
              aria-label={words.download(shown.name)}
              title={words.download(shown.name)}
              className={classNames(buttonClass({ look: 'quiet' }), 'w-9 px-0! [&_svg]:size-4')}
            >
              <Download aria-hidden />
            </a>
            <Dialog.Close asChild>
              <IconButton label={words.close} className="size-9!">
                <X aria-hidden />
              </IconButton>
            </Dialog.Close>
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it as well */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well */}
          <div
            onClick={(event) => event.target === event.currentTarget && onShow(null)}
            className="flex min-h-0 grow items-center justify-center px-4 pb-4 md:px-16"
          >
            <img src={shown.url} alt={shown.name} className="max-h-full max-w-full rounded-lg object-contain" />
          </div>
          {index > 0 && (
            <IconButton
              label={words.previous}
              look="secondary"
              onClick={() => show(index - 1)}
              className="absolute! top-1/2 left-3 size-10! rounded-full!"
            >
              <ChevronLeft aria-hidden />
            </IconButton>
          )}
          {index < pictures.length - 1 && (
            <IconButton
              label={words.next}
              look="secondary"
              onClick={() => show(index + 1)}
              className="absolute! top-1/2 right-3 size-10! rounded-full!"
            >
              <ChevronRight aria-hidden />
            </IconButton>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
