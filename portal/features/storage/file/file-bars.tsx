import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ConflictBar, WarningBar } from '../../conflicts/conflict-bar.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { nameOf } from '../use-folder.ts'
import { fileMessages } from './messages.ts'
import type { useText } from './use-text.ts'

export function ChangedBar({ text, theirs }: { text: ReturnType<typeof useText>; theirs: string }) {
  const words = useMessages(fileMessages)
  const parts = useMessages(partMessages)
  const loadTheirs = () => {
    const mine = text.loadTheirs()
    showToast(words.tookTheirs, { label: parts.undo, run: () => text.putBack(mine) })
  }
  const saveMineAsCopy = async () => {
    try {
      const { path } = await text.saveCopy()
      text.loadTheirs()
      showToast(words.savedCopy(nameOf(path)))
    } catch (error) {
      showToast(sentenceOf(error as Error, words.saveFailed))
    }
  }
  const choices = [
    { label: words.saveMineAsCopy, run: saveMineAsCopy },
    { label: words.loadTheirs, run: loadTheirs },
    { label: words.saveMine, run: () => void text.overwrite() },
  ]
  return <ConflictBar text={words.conflict} theirs={theirs} readMine={text.read} choices={choices} />
}

export function DeletedFileBanner({ busy, onSave }: { busy: boolean; onSave: () => void }) {
  const words = useMessages(fileMessages)
  return (
    <WarningBar text={words.gone}>
      <Button size="small" busy={busy} onClick={onSave}>
        {words.saveAgain}
      </Button>
    </WarningBar>
  )
}
