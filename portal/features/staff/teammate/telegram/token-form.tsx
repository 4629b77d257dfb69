import { type FormEvent, useState } from 'react'
import { chatPlatforms } from '#contracts/parties.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { botMessages } from '../bots/messages.ts'
import { telegramMessages } from './messages.ts'
import { refusalOf } from './refusal-of.ts'
import { useConnectBot } from './use-bot.ts'

type TokenFormProps = { employeeId: string; action: string; onBegin: () => void }

/** Takes the token, which is never shown again. */
export function TokenForm({ employeeId, action, onBegin }: TokenFormProps) {
  const words = useMessages(telegramMessages)
  const { actionOf, connectFailed } = useMessages(botMessages)
  const [token, setToken] = useState('')
  const { mutate, reset, error, isPending } = useConnectBot(employeeId)
  const isEmpty = token.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || isPending) return
    onBegin()
    mutate(token.trim())
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <TextField
        label={words.token}
        hint={words.tokenHint}
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        value={token}
        onChange={(event) => {
          setToken(event.target.value)
          reset()
        }}
        error={error ? refusalOf(error, connectFailed) : undefined}
      />
      <Button
        type="submit"
        look="primary"
        busy={isPending}
        disabled={isEmpty}
        aria-label={actionOf(action, chatPlatforms.msgr.label)}
      >
        {action}
      </Button>
    </form>
  )
}
