import { Plug, X } from 'lucide-react'
import { connectorToolName, ENTRY_LABELS, isOfConnector } from '#contracts/connector-names.ts'
import type { AssignedConnector } from '#contracts/connectors.ts'
import { nameOfTool, type TeammateTool } from '#contracts/teammate-tools.ts'
import { formatNumber } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { ActionButton } from '../../../../ui/action-button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useTokenCost } from '../../../connectors/connector-facts.tsx'
import { ConnectorRow } from '../../../connectors/connector-row.tsx'
import { connectorMessages } from '../../../connectors/messages.ts'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import { inOrder } from '../in-order.ts'
import type { TabProps } from '../use-teammate-form.ts'
import { AssignPicker } from './assign-picker.tsx'
import { AssignedActions } from './assigned-actions.tsx'
import { AssignedTools } from './assigned-tools.tsx'
import { teammateConnectorMessages } from './messages.ts'
import { labelOf, useAssigned } from './use-assigned.ts'

export function Assigned({ teammate, form: { values, set }, readOnly }: TabProps) {
  const words = useMessages(teammateConnectorMessages)
  const assigned = useAssigned(teammate.id)
  const listed = assigned.data?.data
  const saved = teammate.tools.map(nameOfTool)
  const asking = values.tools.map(nameOfTool).filter(isOfConnector)
  const ask = (wanted: string, isAsked: boolean) => {
    const others = values.tools.filter((tool) => nameOfTool(tool) !== wanted)
    const next: TeammateTool[] = isAsked ? [...others, { name: wanted, ask: true }] : others
    const forms = new Map(next.map((tool) => [nameOfTool(tool), tool]))
    set({ tools: inOrder(saved, [...forms.keys()]).map((name) => forms.get(name) ?? name) })
  }
  const left = asking.filter((name) => !listed?.some((each) => name.startsWith(connectorToolName(each.toolset, ''))))
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
              connector={{ ...each, name: labelOf(each) }}
              place={each.oauth_mcp ? ENTRY_LABELS[each.oauth_mcp] : connectorToolName(each.toolset, '…')}
              actions={!readOnly && <AssignedActions assigned={each} employeeId={teammate.id} />}
            >
              <AssignedTools assigned={each} asking={asking} readOnly={readOnly} onAsk={ask} />
            </ConnectorRow>
          ))}
        </ul>
      )}
      {listed && listed.length > 1 && <Sum listed={listed} />}
      {listed && !readOnly && <AssignPicker employeeId={teammate.id} assigned={listed} />}
      {listed && left.length > 0 && <Left names={left} readOnly={readOnly} onForget={(name) => ask(name, false)} />}
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

type LeftProps = { names: readonly string[]; readOnly: boolean; onForget: (name: string) => void }

/** What was wished of tools whose connector was taken away. */
function Left({ names, readOnly, onForget }: LeftProps) {
  const words = useMessages(teammateConnectorMessages)
  return (
    <div className="mt-6">
      <h3 className="text-sm font-medium">{words.leftTitle}</h3>
      <p className="mt-0.5 mb-2 text-xs text-pretty text-muted">{words.leftText}</p>
      <ul className="space-y-1">
        {names.map((name) => (
          <li key={name} className="flex items-center gap-1">
            <code className="min-w-0 font-mono text-xs break-all">{name}</code>
            {!readOnly && (
              <ActionButton label={words.forget(name)} onClick={() => onForget(name)}>
                <X aria-hidden />
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
