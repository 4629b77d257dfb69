import { type ReactNode, useState } from 'react'
import type { HostedToken } from '#contracts/mcp.ts'
import { formatWhen } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { AskFirst } from '../../../page-parts/ask-first.tsx'
import { teammateConnectorMessages } from './messages.ts'
import { useRevokeToken } from './use-hosted-tokens.ts'

type TokenRowProps = {
  token: HostedToken
  employeeId: string
  /** Where a list goes over teammates: whose tools it is for. */
  teammate?: ReactNode
}

/** One of a person's own tokens, which they may revoke. */
export function TokenRow({ token, employeeId, teammate }: TokenRowProps) {
  const words = useMessages(teammateConnectorMessages)
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const revoke = useRevokeToken(employeeId)
  // On the teammate's page the list has a heading of its own.
  const Heading = teammate ? 'h3' : 'h4'
  const name = token.name || words.noName
  const created = words.createdAt(formatWhen(token.created_at, language))
  const used = token.last_used_at ? words.lastUsed(formatWhen(token.last_used_at, language)) : words.neverUsed
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-52">
        <Heading className="truncate text-sm font-medium">{name}</Heading>
        {teammate && <p className="mt-0.5 truncate text-xs">{teammate}</p>}
        <p className="mt-0.5 text-xs text-muted">
          <code className="font-mono break-all">{token.token}</code> · {created} · {used}
        </p>
      </div>
      <Button size="small" look="danger" aria-label={words.revokeOf(name)} onClick={() => setAsking(true)}>
        {words.revoke}
      </Button>
      <AskFirst
        open={asking}
        onOpenChange={setAsking}
        title={words.revokeTitle(name)}
        text={words.revokeText}
        action={words.revoke}
        work={() => revoke.mutateAsync(token.id)}
        done={words.revoked}
        failed={words.revokeFailed}
      />
    </li>
  )
}
