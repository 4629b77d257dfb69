import { type ReactNode, useState } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { partMessages } from '../page-parts/messages.ts'
import { TextDifference } from '../page-parts/text-difference.tsx'
import { conflictMessages } from './messages.ts'

/** Says over a text that is being written what has become of it elsewhere, with what can be done. */
export function WarningBar({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 bg-warning-soft px-4 py-2 text-sm text-warning md:px-6"
    >
      <span className="grow">{text}</span>
      {children}
    </div>
  )
}

type ConflictBarProps = {
  text: string
  theirs: string
  readMine: () => string
  choices: { label: string; run: () => void }[]
}

/** Two people wrote at once: nothing is lost until one of them says so. */
export function ConflictBar({ text, theirs, readMine, choices }: ConflictBarProps) {
  const words = useMessages(conflictMessages)
  const parts = useMessages(partMessages)
  const [isCompared, setCompared] = useState(false)
  const buttons = choices.map(({ label, run }) => (
    <Button
      key={label}
      size="small"
      onClick={() => {
        setCompared(false)
        run()
      }}
    >
      {label}
    </Button>
  ))
  return (
    <WarningBar text={text}>
      <Button size="small" onClick={() => setCompared(true)}>
        {words.compare}
      </Button>
      {buttons}
      {isCompared && (
        <Dialog
          open
          onOpenChange={setCompared}
          title={words.compareTitle}
          text={words.compareText}
          closeLabel={parts.close}
          size="large"
          isText
          footer={buttons}
        >
          <div className="font-mono text-xs">
            <TextDifference before={theirs} after={readMine()} />
          </div>
        </Dialog>
      )}
    </WarningBar>
  )
}
