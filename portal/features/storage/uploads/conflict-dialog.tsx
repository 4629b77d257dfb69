import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { uploadMessages } from './messages.ts'
import type { UploadItem } from './upload-item.ts'
import { uploads } from './upload-store.ts'

const maxNamed = 8

/** One question for all files whose name is taken. */
export function ConflictDialog({ asked }: { asked: readonly UploadItem[] }) {
  const words = useMessages(uploadMessages)
  return (
    <Dialog
      open={asked.length > 0}
      onOpenChange={() => uploads.answer('skip')}
      title={words.askTitle(asked.length, asked[0]?.name ?? '')}
      text={words.askText}
      closeLabel={words.skip}
      footer={
        <>
          <Button onClick={() => uploads.answer('skip')}>{words.skip}</Button>
          <Button onClick={() => uploads.answer('both')}>{words.both}</Button>
          <Button look="primary" onClick={() => uploads.answer('replace')}>
            {words.replace}
          </Button>
        </>
      }
    >
      <ul className="text-sm text-muted">
        {asked.slice(0, maxNamed).map(({ id, name }) => (
          <li key={id} className="truncate">
            {name}
          </li>
        ))}
        {asked.length > maxNamed && <li>{words.more(asked.length - maxNamed)}</li>}
      </ul>
    </Dialog>
  )
}
