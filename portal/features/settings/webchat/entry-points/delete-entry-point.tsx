import type { EntryPoint } from '#contracts/webchat-settings.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Confirm } from '../../../../ui/confirm.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { partMessages } from '../../../page-parts/messages.ts'
import { webchatMessages } from '../messages.ts'
import { useDeleteEntryPoint } from '../use-webchat.ts'

type DeleteEntryPointProps = { entryPoint: EntryPoint; onClose: () => void }

export function DeleteEntryPoint({ entryPoint: { id, name }, onClose }: DeleteEntryPointProps) {
  const words = useMessages(webchatMessages)
  const parts = useMessages(partMessages)
  const remove = useDeleteEntryPoint()
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => showToast(words.deleted(name)),
      onError: (error) => showToast(sentenceOf(error, words.deleteFailed)),
      onSettled: onClose,
    })
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={words.deleteTitle(name)}
      text={words.deleteText}
      action={words.delete}
      cancel={parts.cancel}
      busy={remove.isPending}
      onConfirm={confirm}
    />
  )
}
