import { Ellipsis, Pencil, Plug, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Connector } from '#contracts/connectors.ts'
import { useMessages } from '../../lib/i18n.ts'
import { useIsManager } from '../../lib/session.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { AskFirst } from '../page-parts/ask-first.tsx'
import { ListPlaceholder } from '../page-parts/list-placeholder.tsx'
import { useTeammates } from '../teammates/use-teammates.ts'
import { ConnectorDialog } from './connector-dialog.tsx'
import { ConnectorFacts, HealthBadge } from './connector-facts.tsx'
import { ConnectorRow } from './connector-row.tsx'
import { connectorMessages } from './messages.ts'
import { ServiceRow } from './service-row.tsx'
import { ToolList } from './tool-list.tsx'
import { useConnectors, useConnectorTools, useDeleteConnector, useTestConnector } from './use-connectors.ts'

/** For everyone in the organization; members look and test nothing. */
export function Connectors() {
  const words = useMessages(connectorMessages)
  const isManager = useIsManager()
  const connectors = useConnectors()
  /** `null` is a connector that is being made. */
  const [edited, setEdited] = useState<Connector | null | undefined>(undefined)
  const create = () => setEdited(null)
  const listed = connectors.data?.data
  return (
    <Section
      title={words.title}
      text={words.text}
      actions={
        isManager && (
          <AddButton look="primary" onClick={create}>
            {words.create}
          </AddButton>
        )
      }
    >
      {!isManager && <Notice className="mb-4">{words.readOnly}</Notice>}
      <ListPlaceholder query={connectors} failed={words.failed} />
      {listed?.length === 0 && (
        <EmptyState icon={<Plug aria-hidden />} title={words.none} text={words.noneText}>
          {isManager && <Button onClick={create}>{words.create}</Button>}
        </EmptyState>
      )}
      {listed && listed.length > 0 && (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {listed.map((connector) => {
            const actions = isManager && <Actions connector={connector} onEdit={() => setEdited(connector)} />
            return connector.oauth_mcp ? (
              <ServiceRow key={connector.id} {...connector} oauth_mcp={connector.oauth_mcp} actions={actions} />
            ) : (
              <ConnectorRow
                key={connector.id}
                name={connector.name}
                badge={<HealthBadge {...connector} />}
                place={connector.url ?? ''}
                facts={<ConnectorFacts {...connector} />}
                actions={actions}
              >
                <ConnectorTools connector={connector} />
              </ConnectorRow>
            )
          })}
        </ul>
      )}
      {edited !== undefined && (
        <ConnectorDialog key={edited?.id ?? 'new'} connector={edited} onClose={() => setEdited(undefined)} />
      )}
    </Section>
  )
}

function ConnectorTools({ connector: { id, tool_count } }: { connector: Connector }) {
  return <ToolList tools={useConnectorTools(id)} count={tool_count} />
}

function Actions({ connector, onEdit }: { connector: Connector; onEdit: () => void }) {
  const words = useMessages(connectorMessages)
  const { data: teammates = [] } = useTeammates()
  const [asking, setAsking] = useState(false)
  const remove = useDeleteConnector()
  // A server has the same tools for all teammates, so any of them will do.
  const test = useTestConnector(teammates[0]?.id, connector.name)
  const { name, type } = connector
  return (
    <>
      {type === 'simple' && (
        <Button
          size="small"
          aria-label={words.testOf(name)}
          busy={test.isPending}
          disabled={teammates.length === 0}
          onClick={() => test.mutate({ mcp_id: connector.id })}
        >
          {words.test}
        </Button>
      )}
      <Menu
        align="end"
        trigger={
          <IconButton label={words.more(name)}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
          {words.edit}
        </MenuItem>
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsking(true)}>
          {words.delete}
        </MenuItem>
      </Menu>
      <AskFirst
        open={asking}
        onOpenChange={setAsking}
        title={words.deleteTitle(name)}
        text={words.deleteText(connector.teammate_count)}
        work={() => remove.mutateAsync(connector)}
        done={words.deleted(name)}
        failed={words.deleteFailed}
      />
    </>
  )
}
