import { useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { slackMessages } from './messages.ts'
import { useDisconnect } from './use-slack.ts'

/** The same in every language: it is typed to be sure, not to be read. */
const WORD = 'disconnect'

export function DisconnectDialog({ team, onClose }: { team: string; onClose: () => void }) {
  const words = useMessages(slackMessages)
  const disconnect = useDisconnect()
  const [typed, setTyped] = useState('')
  return (
    <FormDialog
      title={words.disconnectTitle(team)}
      text={words.disconnectText}
      action={words.disconnect}
      isDestructive
      isReady={typed === WORD}
      busy={disconnect.isPending}
      onSubmit={() => disconnect.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label={words.typeWord(WORD)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
