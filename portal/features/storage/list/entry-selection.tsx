import { Copy, Download, FolderInput, Trash2, X } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { storageMessages } from '../messages.ts'

type EntrySelectionProps = {
  count: number
  onClear: () => void
  onDownload: () => void
  onMove: () => void
  onCopy: () => void
  onDelete: () => void
}

const large = 'size-9! pointer-coarse:size-10!'

/** What can be done with all that are selected. */
export function EntrySelection({ count, onClear, onDownload, onMove, onCopy, onDelete }: EntrySelectionProps) {
  const words = useMessages(storageMessages)
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-4 z-20 flex justify-center">
      <SelectionBar label={words.selected(count)}>
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
      </SelectionBar>
    </div>
  )
}
