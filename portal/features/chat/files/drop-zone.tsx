import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { bringsFiles, useDrop } from '../../../lib/use-drop.ts'
import { fileMessages } from './messages.ts'

/** Accepts files dropped anywhere on its content. */
export function DropZone({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const words = useMessages(fileMessages)
  const { over, handlers } = useDrop({
    placeAt: (event) => (bringsFiles(event) ? 'here' : null),
    onDrop: (_here, { dataTransfer: { files } }) => files.length > 0 && onFiles([...files]),
  })
  return (
    <div {...handlers} className="relative flex min-h-0 min-w-0 grow flex-col">
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-30 flex animate-[fade_120ms] flex-col items-center justify-center rounded-2xl border-2 border-dashed border-accent bg-surface/90">
          <Upload aria-hidden className="mb-3 size-6 text-accent" />
          <p className="text-sm font-semibold">{words.dropHere}</p>
          <p className="mt-1 text-xs text-muted">{words.dropHint}</p>
        </div>
      )}
    </div>
  )
}
