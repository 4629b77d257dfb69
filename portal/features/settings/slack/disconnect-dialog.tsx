import { type FormEvent, useId, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { slackMessages } from './messages.ts'
import { useDisconnect } from './use-slack.ts'

/** The same in every language: it is typed to be sure, not to be read. */
const WORD = 'disconnect'

type DisconnectDialogProps = { team: string; open: boolean; onOpenChange: (open: boolean) => void }

export function DisconnectDialog({ team, open, onOpenChange }: DisconnectDialogProps) {
  const words = useMessages(slackMessages)
  const parts = useMessages(partMessages)
  const form = useId()
  const disconnect = useDisconnect()
  const [typed, setTyped] = useState('')
  const change = (next: boolean) => {
    setTyped('')
    onOpenChange(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed === WORD) disconnect.mutate(undefined, { onSettled: () => change(false) })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={words.disconnectTitle(team)}
      text={words.disconnectText}
      closeLabel={parts.close}
      footer={
        <>
          <Button onClick={() => change(false)}>{parts.cancel}</Button>
          <Button look="destructive" type="submit" form={form} disabled={typed !== WORD} busy={disconnect.isPending}>
            {words.disconnect}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          autoFocus
          label={words.typeWord(WORD)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
