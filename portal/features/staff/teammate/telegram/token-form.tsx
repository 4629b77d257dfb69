import { type FormEvent, type Ref, useState } from 'react'
import { useMessages } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { telegramMessages } from './messages.ts'
import { refusalOf } from './refusal-of.ts'
import { useConnectBot } from './use-bot.ts'

type TokenFormProps = { employeeId: string; action: string; field: Ref<HTMLInputElement>; onBegin: () => void }

/** Takes the token, which is never shown again. */
export function TokenForm({ employeeId, action, field, onBegin }: TokenFormProps) {
  const words = useMessages(telegramMessages)
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
        ref={field}
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
        error={error ? refusalOf(error, words.connectFailed) : undefined}
      />
      <Button type="submit" look="primary" busy={isPending} disabled={isEmpty} aria-label={words.actionOf(action)}>
        {action}
      </Button>
    </form>
  )
}
