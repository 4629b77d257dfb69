import { useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { TextDifference } from '../../page-parts/text-difference.tsx'
import { nameOf } from '../use-folder.ts'
import { fileMessages } from './messages.ts'
import type { useText } from './use-text.ts'

const barClass =
  'flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 bg-warning-soft px-4 py-2 text-sm text-warning md:px-6'

/** Two people wrote at once: nothing is lost until one of them says so. */
export function ConflictBar({ text, theirs }: { text: ReturnType<typeof useText>; theirs: string }) {
  const words = useMessages(fileMessages)
  const parts = useMessages(partMessages)
  const [isCompared, setCompared] = useState(false)
  const takeTheirs = () => {
    setCompared(false)
    const mine = text.takeTheirs()
    showToast(words.tookTheirs, { label: parts.undo, run: () => text.putBack(mine) })
  }
  const keepBoth = async () => {
    setCompared(false)
    try {
      const { path } = await text.saveCopy()
      text.takeTheirs()
      showToast(words.savedCopy(nameOf(path)))
    } catch (error) {
      showToast(sentenceOf(error as Error, words.saveFailed))
    }
  }
  const keepMine = () => {
    setCompared(false)
    text.overwrite()
  }
  const choices = (
    <>
      <Button size="small" onClick={keepBoth}>
        {words.keepBoth}
      </Button>
      <Button size="small" onClick={takeTheirs}>
        {words.takeTheirs}
      </Button>
      <Button size="small" onClick={keepMine}>
        {words.keepMine}
      </Button>
    </>
  )
  return (
    <div role="alert" className={barClass}>
      <span className="grow">{words.conflict}</span>
      <Button size="small" onClick={() => setCompared(true)}>
        {words.compare}
      </Button>
      {choices}
      <Dialog
        open={isCompared}
        onOpenChange={setCompared}
        title={words.compareTitle}
        text={words.compareText}
        closeLabel={parts.close}
        size="large"
        footer={choices}
      >
        <div className="font-mono text-xs">
          <TextDifference before={theirs} after={text.read()} />
        </div>
      </Dialog>
    </div>
  )
}

export function GoneBar({ busy, onSave }: { busy: boolean; onSave: () => void }) {
  const words = useMessages(fileMessages)
  return (
    <div role="alert" className={barClass}>
      <span className="grow">{words.gone}</span>
      <Button size="small" busy={busy} onClick={onSave}>
        {words.saveAgain}
      </Button>
    </div>
  )
}
