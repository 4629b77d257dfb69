import { useMessages } from '../../lib/i18n.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { partMessages } from './messages.ts'

type UnsavedBarProps = {
  isDirty: boolean
  busy: boolean
  problem?: string | undefined
  onSave: () => void
  onDiscard: () => void
}

/** Saves by button or by Ctrl+S, and asks before what is not saved is left behind. */
export function UnsavedBar({ isDirty, busy, problem, onSave, onDiscard }: UnsavedBarProps) {
  const words = useMessages(partMessages)
  useShortcut('Mod+S', () => isDirty && !busy && onSave())
  return (
    <>
      {isDirty && (
        <SaveBar
          text={words.unsaved}
          save={words.save}
          discard={words.discard}
          busy={busy}
          problem={problem}
          onSave={onSave}
          onDiscard={onDiscard}
        />
      )}
      <LeaveQuestion isDirty={isDirty} />
    </>
  )
}
