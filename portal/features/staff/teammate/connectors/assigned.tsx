import { Plug } from 'lucide-react'
import { connectorToolName } from '#contracts/connector-names.ts'
import type { AssignedConnector } from '#contracts/connectors.ts'
import { formatNumber } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Section } from '../../../../ui/section.tsx'
import { ConnectorFacts, HealthBadge, useTokenCost } from '../../../connectors/connector-facts.tsx'
import { ConnectorRow } from '../../../connectors/connector-row.tsx'
import { connectorMessages } from '../../../connectors/messages.ts'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import type { TabProps } from '../use-teammate-form.ts'
import { AssignPicker } from './assign-picker.tsx'
import { AssignedActions } from './assigned-actions.tsx'
import { AssignedTools } from './assigned-tools.tsx'
import { teammateConnectorMessages } from './messages.ts'
import { labelOf, useAssigned } from './use-assigned.ts'

export function Assigned({ teammate, readOnly }: TabProps) {
  const words = useMessages(teammateConnectorMessages)
  const assigned = useAssigned(teammate.id)
  const listed = assigned.data?.data
  return (
    <Section title={words.title} text={readOnly ? `${words.text} ${words.readOnly}` : words.text}>
      {!listed && (assigned.isError ? <LoadFailed title={words.failed} query={assigned} /> : <WaitingRows />)}
      {listed?.length === 0 && (
        <EmptyState
          icon={<Plug aria-hidden />}
          title={words.none}
          text={readOnly ? words.noneTextForViewers : words.noneText}
        />
      )}
      {listed && listed.length > 0 && (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {listed.map((each) => (
            <ConnectorRow
              key={each.mcp_id ?? each.oauth_mcp}
              name={labelOf(each)}
              badge={<HealthBadge {...each} />}
              place={connectorToolName(each.toolset, '…')}
              facts={<ConnectorFacts {...each} />}
              actions={!readOnly && <AssignedActions assigned={each} employeeId={teammate.id} />}
            >
              <AssignedTools assigned={each} employeeId={teammate.id} readOnly={readOnly} />
            </ConnectorRow>
          ))}
        </ul>
      )}
      {listed && listed.length > 1 && <Sum listed={listed} />}
      {listed && !readOnly && <AssignPicker employeeId={teammate.id} assigned={listed} />}
    </Section>
  )
}

function Sum({ listed }: { listed: readonly AssignedConnector[] }) {
  const words = useMessages(teammateConnectorMessages)
  const { tools } = useMessages(connectorMessages)
  const language = useLanguage()
  const cost = useTokenCost()
  const sumOf = (field: 'tool_count' | 'token_count') => listed.reduce((sum, each) => sum + (each[field] ?? 0), 0)
  const count = sumOf('tool_count')
  if (count === 0) return null
  return (
    <p className="mt-2.5 px-4 text-xs text-muted">
      {words.sum(tools(count, formatNumber(count, language)), cost(sumOf('token_count')))}
    </p>
  )
}
