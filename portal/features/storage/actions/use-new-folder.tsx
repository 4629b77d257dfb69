import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { storageMessages } from '../messages.ts'
import { CreateDialog } from './create-dialog.tsx'

/** A button that makes a folder, and the dialog that asks for its name in the place of the one with the button. */
export function useNewFolder(folder: string, onCreated: (path: string) => void) {
  const words = useMessages(storageMessages)
  const [isCreating, setCreating] = useState(false)
  const button = (
    <Button onClick={() => setCreating(true)}>
      <FolderPlus aria-hidden className="size-4" />
      {words.newFolderTitle}
    </Button>
  )
  const created = (path: string) => {
    setCreating(false)
    onCreated(path)
  }
  const dialog = isCreating && (
    <CreateDialog what="folder" folder={folder} onClose={() => setCreating(false)} onCreated={created} />
  )
  return { isCreating, button, dialog }
}
