import { type ComponentProps, useState } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { showToast } from '../../ui/toast.tsx'
import { partMessages } from './messages.ts'

export type AskFirstProps = Omit<ComponentProps<typeof Confirm>, 'action' | 'cancel' | 'busy' | 'onConfirm'> & {
  /** What the button says that does it; “Delete” by default. */
  action?: string
  /** The confirmed work. The component that asked may be unmounted when it ends. */
  work: () => Promise<unknown>
  /** Shown once it is done; nothing where the page shows it. */
  done?: string
  /** Shown where it is refused without a sentence of the server. */
  failed: string
}

/** Asks, does it, says how it went and closes. */
export function AskFirst({ action, work, done, failed, ...question }: AskFirstProps) {
  const parts = useMessages(partMessages)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await work()
      if (done) showToast(done)
    } catch (error) {
      showToast(error instanceof Error ? sentenceOf(error, failed) : failed)
    }
    setBusy(false)
    question.onOpenChange(false)
  }
  return (
    <Confirm {...question} action={action ?? parts.delete} cancel={parts.cancel} busy={isBusy} onConfirm={confirm} />
  )
}
