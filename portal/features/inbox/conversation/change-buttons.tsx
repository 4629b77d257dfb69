import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useIsManager } from '../../../lib/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'

type ChangeButtonsProps = {
  isMine: boolean
  words: { edit: string; delete: string; deleteTitle: string; deleteText: string; cancel: string }
  /** What the question’s button says that deletes. */
  action: string
  onEdit: () => void
  onDelete: () => void
  /** Buttons before these. */
  children?: ReactNode
}

/** Edit and delete below a message or note: for its author; owners and admins may delete too. */
export function ChangeButtons({ isMine, words, action, onEdit, onDelete, children }: ChangeButtonsProps) {
  const isManager = useIsManager()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <div className="mt-1 -ml-1.5 flex min-h-7 items-center gap-0.5 opacity-0 transition-opacity group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100 [@media(hover:none)]:opacity-100">
        {children}
        {isMine && (
          <ActionButton label={words.edit} onClick={onEdit}>
            <Pencil aria-hidden />
          </ActionButton>
        )}
        {(isMine || isManager) && (
          <ActionButton label={words.delete} onClick={() => setAsking(true)}>
            <Trash2 aria-hidden />
          </ActionButton>
        )}
      </div>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={words.deleteTitle}
        text={words.deleteText}
        action={action}
        cancel={words.cancel}
        onConfirm={() => {
          setAsking(false)
          onDelete()
        }}
      />
    </>
  )
}
