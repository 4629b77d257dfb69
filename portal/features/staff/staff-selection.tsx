import { Trash2 } from 'lucide-react'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { staffMessages } from './messages.ts'

type StaffSelectionProps = { count: number; label?: string; onClear: () => void; onDelete: () => void }

export function StaffSelection({ count, label, onClear, onDelete }: StaffSelectionProps) {
  const words = useMessages(staffMessages)
  return (
    <div className="sticky bottom-3 z-10 mt-auto flex justify-center pt-6 md:bottom-5">
      <SelectionBar label={words.selected(count)}>
        <Button look="quiet" onClick={onClear}>
          {words.clear}
        </Button>
        <Button look="danger" onClick={onDelete}>
          <Trash2 aria-hidden className="size-4" />
          {label ?? words.delete}
        </Button>
      </SelectionBar>
    </div>
  )
}
