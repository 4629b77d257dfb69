import { useMessages } from '../../lib/i18n.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { shellMessages } from './messages.ts'

/** Comes after a moment only, so that a fast answer does not flash a spinner. */
export function LoadingPage() {
  const words = useMessages(shellMessages)
  return (
    <div className="flex h-full animate-[fade_200ms_400ms_both] items-center justify-center text-faint">
      <Spinner label={words.loading} className="size-5" />
    </div>
  )
}
