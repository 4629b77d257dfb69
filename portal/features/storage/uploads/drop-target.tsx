import { Upload } from 'lucide-react'
import type { DragEvent, ReactNode } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { bringsFiles, useDrop } from '../../../lib/use-drop.ts'
import { shownName } from '../actions/drag.ts'
import { uploadMessages } from './messages.ts'
import { readDrop } from './picked.ts'
import { startUpload } from './upload-store.ts'

type DropTargetProps = {
  /** Null where there is no folder: then nothing is taken, nor opened by the browser in the place of this page. */
  folder: string | null
  children: ReactNode
}

/** Takes files and folders that are dropped anywhere on what it holds; dropped on a folder's row, they go into it. */
export function DropTarget({ folder, children }: DropTargetProps) {
  const words = useMessages(uploadMessages)
  const { organization } = useSession()
  const folderAt = ({ target }: DragEvent): string | null =>
    (target instanceof Element && target.closest<HTMLElement>('[data-folder]')?.dataset.folder) || folder
  const { over, handlers } = useDrop({
    placeAt: (event) => (bringsFiles(event) ? folderAt(event) : null),
    onDrop: async (target, event) => {
      const picked = await readDrop(event.dataTransfer)
      if (picked.length > 0) await startUpload(organization, target, picked)
    },
  })
  const refuse = (event: DragEvent) => {
    if (!bringsFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  const deeds = folder === null ? { onDragOver: refuse, onDrop: refuse } : handlers
  return (
    <div {...deeds} className="relative flex min-h-0 min-w-0 grow flex-col">
      {children}
      {over !== null && (
        <div className="pointer-events-none absolute inset-2 z-30 flex animate-[fade_120ms] items-end justify-center rounded-2xl border-2 border-dashed border-accent bg-accent-soft/40 pb-8">
          <p className="flex items-center gap-2 rounded-xl bg-raised px-4 py-2.5 text-sm font-semibold shadow-float">
            <Upload aria-hidden className="size-4 text-accent" />
            {words.dropHere(shownName(over, words.top))}
          </p>
        </div>
      )}
    </div>
  )
}
