import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Connector, ConnectorChoice, CreateConnector, UpdateConnector } from '#contracts/connectors.ts'
import * as connectorPaths from '#contracts/paths/connectors.ts'
import { fetchAllPages } from '../../lib/all-pages.ts'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { connectorKeys } from './keys.ts'
import { connectorMessages } from './messages.ts'

/** The organization's connectors by name; a change of one, and of what it has, is read again wherever it is shown. */
export function useConnectors() {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = connectorKeys.all(organization.id)
  useServerEvent('ready', () => client.invalidateQueries({ queryKey }))
  useServerEvent('connector.changed', () => client.invalidateQueries({ queryKey }))
  useServerEvent('connector.assignments_changed', () => client.invalidateQueries({ queryKey, exact: true }))
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      fetchAllPages((query) =>
        call(connectorPaths.listConnectors, { params: { organization_id: organization.id }, query }, { signal }),
      ),
    refetchOnMount: 'always',
  })
}

/** The predefined toolsets, and which of them the operator has set up. */
export function useEntries() {
  const { organization } = useSession()
  return useQuery({
    queryKey: connectorKeys.entries(organization.id),
    queryFn: ({ signal }) =>
      call(connectorPaths.listOauthEntries, { params: { organization_id: organization.id } }, { signal }),
  })
}

/** What a connector had when it was last asked. */
export function useConnectorTools(connectorId: string) {
  const { organization } = useSession()
  return useQuery({
    queryKey: connectorKeys.tools(organization.id, connectorId),
    queryFn: ({ signal }) =>
      call(
        connectorPaths.listConnectorTools,
        { params: { organization_id: organization.id, mcp_id: connectorId } },
        { signal },
      ),
    refetchOnMount: 'always',
  })
}

export type SaveConnector = { create: CreateConnector } | { id: string; change: UpdateConnector }

export function useSaveConnector() {
  const { organization } = useSession()
  const client = useQueryClient()
  const params = { organization_id: organization.id }
  return useMutation({
    mutationFn: (save: SaveConnector) =>
      'create' in save
        ? call(connectorPaths.createConnector, { params, body: save.create }, { creates: true })
        : call(connectorPaths.updateConnector, { params: { ...params, mcp_id: save.id }, body: save.change }),
    // A key in a header is not kept in the page longer than it takes to send it.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: connectorKeys.all(organization.id) }),
  })
}

export function useDeleteConnector() {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Connector) =>
      call(connectorPaths.deleteConnector, { params: { organization_id: organization.id, mcp_id: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: connectorKeys.all(organization.id) }),
  })
}

/** Asks the server which tools it has; what it answered, or why it did not, is kept and shown with the connector. */
export function useTestConnector(employeeId: string | undefined, name: string) {
  const words = useMessages(connectorMessages)
  const language = useLanguage()
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (choice: ConnectorChoice) => {
      if (employeeId === undefined) throw new Error('There is no teammate to test for')
      return call(connectorPaths.testConnector, {
        params: { organization_id: organization.id },
        body: { ...choice, employee_id: employeeId },
      })
    },
    onSuccess: ({ toolsets }) => {
      const count = toolsets.reduce((sum, { tool_count }) => sum + tool_count, 0)
      showToast(words.tested(name, count, formatNumber(count, language)))
    },
    onError: (error) => showToast(sentenceOf(error, words.testFailed)),
    onSettled: () => {
      if (employeeId) client.invalidateQueries({ queryKey: connectorKeys.assigned(organization.id, employeeId) })
      return client.invalidateQueries({ queryKey: connectorKeys.all(organization.id) })
    },
  })
}
