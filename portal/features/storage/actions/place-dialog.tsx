import { useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { storageMessages } from '../messages.ts'
import { nameOf } from '../use-folder.ts'
import { canTake } from './drag.ts'
import { FolderBrowser } from './folder-browser.tsx'

export type Placing = { paths: readonly string[]; mode: 'move' | 'copy' }
type PlaceDialogProps = {
  placing: Placing | null
  folder: string
  onClose: () => void
  onPlace: (placing: Placing, folder: string) => void
}

/** Where to: folders are entered until the right one is open. */
export function PlaceDialog({ placing, folder, onClose, onPlace }: PlaceDialogProps) {
  const words = useMessages(storageMessages)
  const [open, setOpen] = useState(folder)
  const [wasFor, setWasFor] = useState(placing)
  if (wasFor !== placing) {
    setWasFor(placing)
    setOpen(folder)
  }
  if (!placing) return null
  const isMove = placing.mode === 'move'
  const title = (isMove ? words.moveTitle : words.copyTitle)(placing.paths.length, nameOf(placing.paths[0] ?? ''))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      closeLabel={words.close}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            look="primary"
            disabled={isMove && !canTake(open, placing.paths)}
            onClick={() => onPlace(placing, open)}
          >
            {isMove ? words.moveHere : words.copyHere}
          </Button>
        </>
      }
    >
      <FolderBrowser path={open} taken={isMove ? placing.paths : []} onOpen={setOpen} />
    </Dialog>
  )
}
