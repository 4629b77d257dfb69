import { Link } from '@tanstack/react-router'
import { Columns2 } from 'lucide-react'
import { useMessages } from '../../lib/i18n.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { changed, type LogsSearch } from './filters.ts'
import { logMessages } from './messages.ts'

type RunSelectionProps = { marked: readonly string[]; search: LogsSearch; onClear: () => void }

/** What can be done with the runs that are selected: two are put beside each other, the earlier one first. */
export function RunSelection({ marked, search, onClear }: RunSelectionProps) {
  const words = useMessages(logMessages)
  const [run, compare] = marked.toSorted()
  return (
    <div className="sticky bottom-3 z-10 mt-auto flex justify-center pt-6 md:bottom-5">
      <SelectionBar label={words.selected(marked.length)}>
        <Button look="quiet" onClick={onClear}>
          {words.clearSelection}
        </Button>
        {run && compare && (
          <Link to="/logs" search={changed(search, { run, compare })} className={buttonClass({ look: 'primary' })}>
            <Columns2 aria-hidden className="size-4" />
            {words.compare}
          </Link>
        )}
      </SelectionBar>
    </div>
  )
}
