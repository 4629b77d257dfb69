import type { ReactNode } from 'react'
import { ENTRY_LABELS, type OauthEntry, serviceOf } from '#contracts/connector-names.ts'
import { identityProviders } from '#contracts/parties.ts'
import { useMessages } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConnectorRow } from './connector-row.tsx'
import { connectorMessages } from './messages.ts'
import { useEntries } from './use-connectors.ts'

type ServiceRowProps = { name: string; oauth_mcp: OauthEntry; teammate_count: number; actions: ReactNode }

/** A connector to a service of a provider: its tools, and whether they work, are those of each teammate's account. */
export function ServiceRow({ name, oauth_mcp, teammate_count, actions }: ServiceRowProps) {
  const words = useMessages(connectorMessages)
  const { data: entries } = useEntries()
  const provider = identityProviders[serviceOf(oauth_mcp)].label
  const isMissing = entries?.data.some((entry) => entry.oauth_mcp === oauth_mcp && !entry.is_available) ?? false
  return (
    <ConnectorRow
      name={name}
      badge={isMissing && <Badge tone="warning">{words.notSetUp}</Badge>}
      place={ENTRY_LABELS[oauth_mcp]}
      facts={
        <span className="mt-0.5 block text-xs text-muted">
          {words.withAccount(provider)}
          {teammate_count > 0 && ` · ${words.teammates(teammate_count)}`}
        </span>
      }
      actions={actions}
    >
      <p className="text-xs text-pretty text-muted">
        {isMissing ? words.noneOfProvider(provider) : words.toolsWithAccount(provider)}
      </p>
    </ConnectorRow>
  )
}
