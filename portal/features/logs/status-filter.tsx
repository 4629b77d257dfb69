import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { controlClass, Field } from '../../ui/field.tsx'
import { Popover } from '../../ui/popover.tsx'
import { statuses } from './filters.ts'
import { logMessages } from './messages.ts'

type StatusFilterProps = { value: string; onChange: (value: string) => void }

/** Any number of statuses, as the address writes them: by comma. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const words = useMessages(logMessages)
  const [isOpen, setOpen] = useState(false)
  const chosen = statuses.filter((status) => value.split(',').includes(status))
  const label = chosen.length === 0 ? words.all : chosen.map((status) => words.statuses[status]).join(', ')
  return (
    <Field label={words.status} className="min-w-0">
      {(control) => (
        <Popover
          label={words.status}
          open={isOpen}
          onOpenChange={setOpen}
          className="min-w-44 gap-3 p-3.5"
          trigger={
            <button
              {...control}
              type="button"
              className={classNames(controlClass, 'flex h-9 items-center justify-between gap-2 text-left')}
            >
              <span className="truncate">{label}</span>
              <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
            </button>
          }
        >
          {statuses.map((status) => (
            <Checkbox
              key={status}
              shown
              label={words.statuses[status]}
              checked={chosen.includes(status)}
              onChange={(isChosen) =>
                onChange(statuses.filter((one) => (one === status ? isChosen : chosen.includes(one))).join())
              }
            />
          ))}
        </Popover>
      )}
    </Field>
  )
}
