import { useMessages, wordsOf } from '../../../../lib/i18n.ts'
import { CredentialsForm } from '../bots/credentials-form.tsx'
import { botMessages } from '../bots/messages.ts'
import { telegramMessages } from './messages.ts'
import { refusalOf } from './refusal-of.ts'
import { useConnectBot } from './use-bot.ts'

type TokenFormProps = { employeeId: string; action: string; onBegin: () => void }

/** Takes the token, which is never shown again. */
export function TokenForm({ employeeId, action, onBegin }: TokenFormProps) {
  const words = useMessages(telegramMessages)
  const connect = useConnectBot(employeeId)
  return (
    <CredentialsForm
      channel="msgr"
      action={action}
      fields={[{ name: 'token', label: words.token, hint: words.tokenHint, isSecret: true }]}
      connect={connect}
      refusalOf={(error) => ({ field: 'token', text: refusalOf(error, wordsOf(botMessages).connectFailed) })}
      onBegin={onBegin}
    />
  )
}
