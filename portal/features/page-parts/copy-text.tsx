import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useCopy } from '../../lib/copy.ts'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { partMessages } from './messages.ts'

type CopyTextProps = {
  /** What is copied, for a screen reader: "Copy the private key". */
  label: string
  /** A text, or what fetches it when it is asked for: a secret is never on the page before that. */
  text: string | (() => Promise<string>)
}

export function CopyText({ label, text }: CopyTextProps) {
  const words = useMessages(partMessages)
  const { copied, copy } = useCopy()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      await copy(typeof text === 'string' ? text : await text())
    } catch {
      showToast(words.copyFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" aria-label={copied ? words.copied : label} busy={busy} onClick={start}>
      {!busy && (copied ? <Check aria-hidden className="size-3.5" /> : <Copy aria-hidden className="size-3.5" />)}
      {copied ? words.copied : words.copy}
    </Button>
  )
}
