import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { IdentityProvider } from '#contracts/parties.ts'
import * as integrationPaths from '#contracts/paths/integrations.ts'
import { call } from '../../../../lib/api.ts'
import { useServerEvent } from '../../../../lib/realtime.ts'
import { useSession } from '../../../../lib/session.ts'
import { connectorKeys } from '../../../connectors/keys.ts'

const useParams = (employeeId: string) => ({
  organization_id: useSession().organization.id,
  employee_id: employeeId,
})

const keyOf = ({ organization_id, employee_id }: ReturnType<typeof useParams>) =>
  ['organization', organization_id, 'teammates', employee_id, 'accounts'] as const

/** The accounts of a teammate, as they change wherever they are changed; what they bring changes with them. */
export function useAccounts(employeeId: string) {
  const params = useParams(employeeId)
  const client = useQueryClient()
  const queryKey = keyOf(params)
  useServerEvent('ready', () => client.invalidateQueries({ queryKey }))
  useServerEvent('integration.changed', ({ employee_id }) => {
    if (employee_id !== employeeId) return
    client.invalidateQueries({ queryKey })
    client.invalidateQueries({ queryKey: connectorKeys.assigned(params.organization_id, employeeId) })
  })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(integrationPaths.listIntegrations, { params }, { signal }),
    refetchOnMount: 'always',
  })
}

/** Leaves for the provider, which sends the browser back to the page of the callback. */
export function useConnect(employeeId: string, service: IdentityProvider) {
  const { organization_id } = useParams(employeeId)
  return useMutation({
    mutationFn: () =>
      call(integrationPaths.startIntegration, {
        params: { organization_id, service },
        query: { employee_id: employeeId },
      }),
    onSuccess: ({ auth_url }) => window.location.assign(auth_url),
  })
}

export function useValidate(employeeId: string, service: IdentityProvider) {
  const params = useParams(employeeId)
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(integrationPaths.validateIntegration, { params: { ...params, service } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(params) }),
  })
}

export function useDisconnect(employeeId: string, service: IdentityProvider) {
  const params = useParams(employeeId)
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(integrationPaths.disconnectIntegration, { params: { ...params, service } }),
    onSettled: () => {
      client.invalidateQueries({ queryKey: keyOf(params) })
      return client.invalidateQueries({ queryKey: connectorKeys.accounts(params.organization_id) })
    },
  })
}
