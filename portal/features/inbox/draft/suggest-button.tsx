import { Sparkles, Square } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { draftMessages } from './messages.ts'
import type { Suggestion } from './use-suggestion.ts'

/** Requests a suggestion, or stops the one in progress. */
export function SuggestButton({ suggestion }: { suggestion: Suggestion }) {
  const words = useMessages(draftMessages)
  const { isPending, ask, stop } = suggestion
  return (
    <IconButton
      label={isPending ? words.stop : words.suggest}
      onClick={isPending ? stop : ask}
      className="rounded-xl! pointer-coarse:size-10!"
    >
      {isPending ? <Square aria-hidden /> : <Sparkles aria-hidden />}
    </IconButton>
  )
}
