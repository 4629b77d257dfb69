import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ENTRY_LABELS } from '#contracts/connector-names.ts'
import type { AssignConnector, AssignedConnector, ConnectorChoice } from '#contracts/connectors.ts'
import * as connectorPaths from '#contracts/paths/connectors.ts'
import { call } from '../../../../lib/api.ts'
import { useServerEvent } from '../../../../lib/realtime.ts'
import { useSession } from '../../../../lib/session.ts'
import { connectorKeys } from '../../../connectors/keys.ts'

/** What is assigned to a teammate, in that order, as it changes wherever it is changed. */
export function useAssigned(employeeId: string) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = connectorKeys.assigned(organization.id, employeeId)
  const readAgain = () => client.invalidateQueries({ queryKey })
  useServerEvent('ready', readAgain)
  useServerEvent('connector.assignments_changed', ({ employee_id }) => {
    if (employee_id === employeeId) readAgain()
  })
  useServerEvent('connector.changed', readAgain)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(
        connectorPaths.listAssignedConnectors,
        { params: { organization_id: organization.id, employee_id: employeeId } },
        { signal },
      ),
    refetchOnMount: 'always',
  })
}

/** The tools of something that is assigned; read again with it. */
export function useAssignedTools(employeeId: string, choice: ConnectorChoice) {
  const { organization } = useSession()
  return useQuery({
    queryKey: [...connectorKeys.assigned(organization.id, employeeId), 'tools', choice],
    queryFn: ({ signal }) =>
      call(
        connectorPaths.listAssignedTools,
        { params: { organization_id: organization.id, employee_id: employeeId }, query: choice },
        { signal },
      ),
    refetchOnMount: 'always',
  })
}

type Assigning = { choice: AssignConnector; isAssigned: true } | { choice: ConnectorChoice; isAssigned: false }

/** Takes effect at once: what a teammate may call is no part of its form. */
export function useAssign(employeeId: string) {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ choice, isAssigned }: Assigning) => {
      const params = { organization_id: organization.id, employee_id: employeeId }
      return isAssigned
        ? call(connectorPaths.assignConnector, { params, body: choice })
        : call(connectorPaths.unassignConnector, { params, body: choice })
    },
    onSettled: () => client.invalidateQueries({ queryKey: connectorKeys.assigned(organization.id, employeeId) }),
  })
}

/** A predefined entry goes by the name of its service. */
export const labelOf = ({ mcp_id, oauth_mcp, name }: AssignedConnector): string =>
  mcp_id === null && oauth_mcp ? ENTRY_LABELS[oauth_mcp] : name

export function choiceOf({ mcp_id, oauth_mcp }: AssignedConnector): ConnectorChoice {
  return mcp_id === null ? { ...(oauth_mcp && { oauth_mcp }) } : { mcp_id }
}
