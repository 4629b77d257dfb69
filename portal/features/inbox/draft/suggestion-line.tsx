import { Sparkles } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useDraft } from '../../conversation/compose/drafts.ts'
import { draftMessages } from './messages.ts'
import type { Suggestion } from './use-suggestion.ts'

type SuggestionLineProps = { suggestion: Suggestion; teammate: string; draftKey: string }

/** The state of a suggestion, above the reply box, with its actions. */
export function SuggestionLine({ suggestion, teammate, draftKey }: SuggestionLineProps) {
  const words = useMessages(draftMessages)
  const { text } = useDraft(draftKey)
  const { suggested, isPending } = suggestion
  const isFilled = suggested?.state === 'filled' && suggested.text === text
  return (
    <div className="mx-auto w-full max-w-3xl shrink-0 px-3 md:px-6">
      <p role="status" className="flex flex-wrap items-center gap-2 px-1 text-xs text-muted not-empty:mb-2">
        {isPending && (
          <>
            <Spinner />
            {words.writing(teammate)}
          </>
        )}
        {isFilled && (
          <>
            <Sparkles aria-hidden className="size-3.5 text-accent" />
            {words.suggested(teammate)}
            <Button size="small" look="quiet" className="h-6! px-1.5!" onClick={suggestion.undo}>
              {words.undo}
            </Button>
          </>
        )}
      </p>
      {suggested?.state === 'offered' && (
        <section
          aria-label={words.offered(teammate)}
          className="mb-2 space-y-2 rounded-xl border border-line bg-canvas px-4 py-3"
        >
          <h3 className="flex items-center gap-2 text-xs font-medium text-muted">
            <Sparkles aria-hidden className="size-3.5 text-accent" />
            {words.offered(teammate)}
          </h3>
          <p className="max-h-48 overflow-y-auto text-read wrap-anywhere whitespace-pre-wrap">{suggested.text}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="small" look="primary" onClick={suggestion.replace}>
              {words.replace}
            </Button>
            <Button size="small" onClick={suggestion.add}>
              {words.add}
            </Button>
            <Button size="small" look="quiet" onClick={suggestion.dismiss}>
              {words.dismiss}
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}
