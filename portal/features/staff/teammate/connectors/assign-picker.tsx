import { Link } from '@tanstack/react-router'
import type { AssignedConnector, ConnectorChoice } from '#contracts/connectors.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { useIsManager } from '../../../../lib/session.ts'
import { Picker } from '../../../../ui/picker.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { useConnectors, useEntries } from '../../../connectors/use-connectors.ts'
import { teammateConnectorMessages } from './messages.ts'
import { useAssign } from './use-assigned.ts'

type Offered = { value: string; label: string; keywords: string; group: string; choice: ConnectorChoice }

/** Offers the connectors and the available services that the teammate does not have yet; choosing one assigns it. */
export function AssignPicker({ employeeId, assigned }: { employeeId: string; assigned: readonly AssignedConnector[] }) {
  const words = useMessages(teammateConnectorMessages)
  const isManager = useIsManager()
  const { data: connectors } = useConnectors()
  const { data: entries } = useEntries()
  const assign = useAssign(employeeId)
  const offered: Offered[] = [
    ...(connectors?.data ?? [])
      .filter(({ id }) => !assigned.some(({ mcp_id }) => mcp_id === id))
      .map(({ id, name, url }) => ({
        value: id,
        label: name,
        keywords: url ?? '',
        group: words.groups.connectors,
        choice: { mcp_id: id },
      })),
    ...(entries?.data ?? [])
      .filter(({ is_available }) => is_available)
      .filter(({ oauth_mcp }) => !assigned.some((each) => each.mcp_id === null && each.oauth_mcp === oauth_mcp))
      .map(({ oauth_mcp, name }) => ({
        value: oauth_mcp,
        label: name,
        keywords: oauth_mcp,
        group: words.groups.entries,
        choice: { oauth_mcp },
      })),
  ]
  const choose = (value: string) => {
    const chosen = offered.find((each) => each.value === value)
    if (!chosen) return
    assign.mutate(
      { choice: chosen.choice, isAssigned: true },
      {
        onSuccess: () => showToast(words.assigned(chosen.label)),
        onError: (error) => showToast(sentenceOf(error, words.assignFailed)),
      },
    )
  }
  const settings = isManager && (
    <Link to="/settings/connectors" className="rounded text-accent underline-offset-2 hover:underline">
      {words.setUp}
    </Link>
  )
  const hasSome = (connectors?.data.length ?? 0) > 0 || entries?.data.some(({ is_available }) => is_available)
  const isEmpty = connectors !== undefined && entries !== undefined && offered.length === 0
  return (
    <div className="mt-5">
      {isEmpty ? (
        <p className="text-sm text-pretty text-muted">
          {hasSome ? words.nothingLeft : words.noConnectors} {settings}
        </p>
      ) : (
        <Picker
          label={words.assign}
          className="max-w-sm"
          words={{ find: words.find, none: words.noneFound }}
          value=""
          placeholder={words.assignPlaceholder}
          options={offered}
          onChange={choose}
          disabled={assign.isPending || offered.length === 0}
          footer={settings}
        />
      )}
    </div>
  )
}
