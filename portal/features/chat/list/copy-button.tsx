import { Check, Copy } from 'lucide-react'
import { useCopy } from '../../../lib/copy.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { chatMessages } from '../messages.ts'

export function CopyButton({ text }: { text: string }) {
  const words = useMessages(chatMessages)
  const { copied, copy } = useCopy()
  return (
    <IconButton
      label={copied ? words.copied : words.copy}
      onClick={() => copy(text)}
      className="size-6! rounded-md! [&_svg]:size-3.5!"
    >
      {copied ? <Check aria-hidden className="text-positive" /> : <Copy aria-hidden />}
    </IconButton>
  )
}
