import { Pencil, Trash2 } from 'lucide-react'
import { useMessages } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { Td } from '../../ui/table.tsx'
import { partMessages } from '../page-parts/messages.ts'

/** The last cell of a row. */
export function RowActions({ name, onEdit, onDelete }: { name: string; onEdit: () => void; onDelete: () => void }) {
  const words = useMessages(partMessages)
  return (
    <Td className="w-20 py-0">
      <span className="flex justify-end">
        <IconButton label={words.editOne(name)} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={words.deleteOne(name)} onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </Td>
  )
}
