import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { fileMessages } from './messages.ts'

/** Takes files that are dropped anywhere on what it holds. */
export function DropZone({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const words = useMessages(fileMessages)
  const [isOver, setOver] = useState(false)
  // Moving onto a child leaves the parent, so the two are counted against each other.
  const depth = useRef(0)
  const turn = (change: number) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + change)
    setOver(depth.current > 0)
  }
  const drop = (event: DragEvent) => {
    depth.current = 0
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are also attached by a button and by pasting
    <div
      onDragEnter={turn(1)}
      onDragLeave={turn(-1)}
      onDragOver={turn(0)}
      onDrop={drop}
      className="relative flex min-h-0 min-w-0 grow flex-col"
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-30 flex animate-[fade_120ms] flex-col items-center justify-center rounded-2xl border-2 border-dashed border-accent bg-surface/90">
          <Upload aria-hidden className="mb-3 size-6 text-accent" />
          <p className="text-sm font-semibold">{words.dropHere}</p>
          <p className="mt-1 text-xs text-muted">{words.dropHint}</p>
        </div>
      )}
    </div>
  )
}
