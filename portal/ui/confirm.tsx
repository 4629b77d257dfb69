import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: string
  /** What happens, as a verb: never a bare "OK". */
  action: string
  cancel: string
  busy?: boolean
  onConfirm: () => void
}

/** Asks before something that cannot be taken back. */
export function Confirm({ open, onOpenChange, title, text, action, cancel, busy, onConfirm }: ConfirmProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      text={text}
      closeLabel={cancel}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{cancel}</Button>
          <Button look="destructive" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  )
}
