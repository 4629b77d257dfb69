import type { AssignedConnector } from '#contracts/connectors.ts'
import { formatNumber } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { connectorMessages } from './messages.ts'

export type Facts = Pick<AssignedConnector, 'health' | 'last_error' | 'tool_count' | 'token_count'> & {
  /** Where all teammates are spoken of. */
  teammate_count?: number
}

const tones = { unknown: 'neutral', working: 'positive', failing: 'danger' } as const

/** Nothing of an API that nobody has called yet: its tools are in its document. */
export function HealthBadge({ type, health }: Pick<AssignedConnector, 'type' | 'health'>) {
  const words = useMessages(connectorMessages)
  if (type === 'openapi' && health === 'unknown') return null
  return <Badge tone={tones[health]}>{words.health[health]}</Badge>
}

/** How many tools there are and what they cost, and what went wrong when they were last asked for. */
export function ConnectorFacts({ health, last_error, tool_count, token_count, teammate_count }: Facts) {
  const words = useMessages(connectorMessages)
  const language = useLanguage()
  const cost = useTokenCost()
  return (
    <>
      <span className="mt-0.5 block text-xs text-muted">
        {tool_count === null ? words.notListed : words.tools(tool_count, formatNumber(tool_count, language))}
        {token_count !== null && tool_count !== 0 && ` · ${cost(token_count)}`}
        {teammate_count ? ` · ${words.teammates(teammate_count)}` : ''}
      </span>
      {health === 'failing' && <span className="mt-0.5 block text-xs break-words text-danger">{last_error}</span>}
    </>
  )
}

/** Tools that are loaded when they are needed cost nothing before that. */
export function useTokenCost(): (tokens: number) => string {
  const words = useMessages(connectorMessages)
  const language = useLanguage()
  const { organization } = useSession()
  const costText = organization.use_lazy_tools ? words.tokensLazily : words.tokens
  return (tokens) => costText(formatNumber(tokens, language))
}
