import type { Integration } from '#contracts/integrations.ts'
import { formatWhen } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { accountMessages } from './messages.ts'
import { validityOf } from './validity.ts'

type AccountProps = { account: Integration }

const tones = { valid: 'positive', invalid: 'danger', unknown: 'neutral' } as const

export function AccountBadge({ account }: AccountProps) {
  const words = useMessages(accountMessages)
  const validity = validityOf(account)
  return <Badge tone={tones[validity]}>{words.validity[validity]}</Badge>
}

/** Whose account it is at the provider, and who connected it when. */
export function AccountOrigin({ account: { account, connected_by, connected_at } }: AccountProps) {
  const words = useMessages(accountMessages)
  const language = useLanguage()
  const when = connected_at ? formatWhen(connected_at, language) : ''
  const by = connected_by?.has_left ? words.connectedByLeaver : words.connectedBy
  return (
    <>
      {account ?? words.noAccountName} · {connected_by ? by(connected_by.name, when) : words.connectedAt(when)}
    </>
  )
}

/** Why its tools do not work, or not all of them; nothing where they do. */
export function AccountProblem({ account }: AccountProps) {
  const words = useMessages(accountMessages)
  const isInvalid = validityOf(account) === 'invalid'
  if (!isInvalid && !account.needs_reconnect) return null
  return <p className="mt-0.5 text-xs text-pretty text-danger">{isInvalid ? words.isInvalid : words.needsReconnect}</p>
}
