import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { noteMessages } from './messages.ts'

/** Without it, notes that are not loaded would look like none. */
export function NotesFailed({ isError, refetch }: { isError: boolean; refetch: () => void }) {
  const words = useMessages(noteMessages)
  if (!isError) return null
  return (
    <li role="alert" className="flex flex-wrap items-center gap-2 py-2 text-xs text-danger">
      {words.loadFailed}
      <Button size="small" onClick={refetch}>
        {words.retry}
      </Button>
    </li>
  )
}
