import { Pencil, Trash2 } from 'lucide-react'
import { useMessages } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { Td } from '../../ui/table.tsx'
import { catalogMessages } from './messages.ts'

/** The last cell of a row. */
export function RowActions({ name, onEdit, onDelete }: { name: string; onEdit: () => void; onDelete: () => void }) {
  const words = useMessages(catalogMessages)
  return (
    <Td className="w-20 py-0">
      <span className="flex justify-end">
        <IconButton label={words.edit(name)} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={words.delete(name)} onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </Td>
  )
}
