import { Trash2 } from 'lucide-react'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { staffMessages } from './messages.ts'

type SelectionBarProps = { count: number; onClear: () => void; onDelete: () => void }

export function SelectionBar({ count, onClear, onDelete }: SelectionBarProps) {
  const words = useMessages(staffMessages)
  return (
    <div className="sticky bottom-3 z-10 mt-auto flex justify-center pt-6 md:bottom-5">
      <section
        aria-label={words.selected(count)}
        className="flex animate-[appear_160ms_ease-out] items-center gap-2 rounded-xl border border-line bg-raised py-2 pr-2 pl-4 shadow-float"
      >
        <p role="status" className="mr-2 text-sm tabular-nums">
          {words.selected(count)}
        </p>
        <Button look="quiet" onClick={onClear}>
          {words.clear}
        </Button>
        <Button look="danger" onClick={onDelete}>
          <Trash2 aria-hidden className="size-4" />
          {words.delete}
        </Button>
      </section>
    </div>
  )
}
