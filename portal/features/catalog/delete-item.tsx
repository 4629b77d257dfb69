import { useMessages } from '../../lib/i18n.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { partMessages } from '../page-parts/messages.ts'
import { catalogMessages } from './messages.ts'
import { type Kind, useDeleteItem } from './use-admin-catalog.ts'

type DeleteItemProps = {
  kind: Kind
  item: { id: string; name: string }
  title: string
  text: string
  onClose: () => void
}

export function DeleteItem({ kind, item, title, text, onClose }: DeleteItemProps) {
  const words = useMessages(catalogMessages)
  const parts = useMessages(partMessages)
  const remove = useDeleteItem(kind)
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={title}
      text={text}
      action={words.deleteAction}
      cancel={parts.cancel}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(item, { onSettled: onClose })}
    />
  )
}
