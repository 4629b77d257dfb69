import { Copy, Download, FolderInput, Trash2, X } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { storageMessages } from '../messages.ts'

type SelectionBarProps = {
  count: number
  onClear: () => void
  onDownload: () => void
  onMove: () => void
  onCopy: () => void
  onDelete: () => void
}

const large = 'size-9! pointer-coarse:size-10!'

/** What can be done with all that are selected. */
export function SelectionBar({ count, onClear, onDownload, onMove, onCopy, onDelete }: SelectionBarProps) {
  const words = useMessages(storageMessages)
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-4 z-20 flex justify-center">
      <section
        aria-label={words.selected(count)}
        className="pointer-events-auto flex animate-[appear_160ms_ease-out] items-center gap-1 rounded-xl border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-float"
      >
        <p role="status" className="mr-2 text-sm whitespace-nowrap tabular-nums">
          {words.selected(count)}
        </p>
        <IconButton label={words.download} onClick={onDownload} className={large}>
          <Download aria-hidden />
        </IconButton>
        <IconButton label={words.move} onClick={onMove} className={large}>
          <FolderInput aria-hidden />
        </IconButton>
        <IconButton label={words.copy} onClick={onCopy} className={large}>
          <Copy aria-hidden />
        </IconButton>
        <IconButton label={words.delete} look="danger" onClick={onDelete} className={large}>
          <Trash2 aria-hidden />
        </IconButton>
        <IconButton label={words.clear} onClick={onClear} className={large}>
          <X aria-hidden />
        </IconButton>
      </section>
    </div>
  )
}
