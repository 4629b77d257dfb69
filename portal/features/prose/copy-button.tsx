import { Check, Copy } from 'lucide-react'
import { useCopy } from '../../lib/copy.ts'
import { useMessages } from '../../lib/i18n.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { proseMessages } from './messages.ts'

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const words = useMessages(proseMessages)
  const { copied, copy } = useCopy()
  return (
    <ActionButton label={copied ? words.copied : (label ?? words.copy)} onClick={() => copy(text)}>
      {copied ? <Check aria-hidden className="text-positive" /> : <Copy aria-hidden />}
    </ActionButton>
  )
}
