import type { EntryPoint } from '#contracts/webchat-settings.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { AskFirst } from '../../../page-parts/ask-first.tsx'
import { webchatMessages } from '../messages.ts'
import { useDeleteEntryPoint } from '../use-webchat.ts'

type DeleteEntryPointProps = { entryPoint: EntryPoint; onClose: () => void }

export function DeleteEntryPoint({ entryPoint: { id, name }, onClose }: DeleteEntryPointProps) {
  const words = useMessages(webchatMessages)
  const remove = useDeleteEntryPoint()
  return (
    <AskFirst
      open
      onOpenChange={onClose}
      title={words.deleteTitle(name)}
      text={words.deleteText}
      work={() => remove.mutateAsync(id)}
      done={words.deleted(name)}
      failed={words.deleteFailed}
    />
  )
}
