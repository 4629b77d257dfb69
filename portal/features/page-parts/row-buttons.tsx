import { useState } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { AskFirst, type AskFirstProps } from './ask-first.tsx'
import { partMessages } from './messages.ts'

type RowButtonsProps = Omit<AskFirstProps, 'open' | 'onOpenChange'> & { name: string; onEdit: () => void }

/** Edits what a row shows, or deletes it after a question. */
export function RowButtons({ name, onEdit, ...question }: RowButtonsProps) {
  const parts = useMessages(partMessages)
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="flex gap-1.5">
      <Button size="small" look="danger" aria-label={parts.deleteOne(name)} onClick={() => setAsking(true)}>
        {parts.delete}
      </Button>
      <Button size="small" aria-label={parts.editOne(name)} onClick={onEdit}>
        {parts.edit}
      </Button>
      <AskFirst {...question} open={isAsking} onOpenChange={setAsking} />
    </div>
  )
}
