import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as mcpPaths from '#contracts/paths/mcp.ts'
import { call } from '../../../../lib/api.ts'
import { useSession } from '../../../../lib/session.ts'
import { connectorKeys } from '../../../connectors/keys.ts'

/** A person's own; nobody sees those of others. */
export function useHostedTokens(employeeId: string) {
  const { organization } = useSession()
  return useQuery({
    queryKey: connectorKeys.hostedTokens(organization.id, employeeId),
    queryFn: ({ signal }) =>
      call(
        mcpPaths.listHostedTokens,
        { params: { organization_id: organization.id, employee_id: employeeId } },
        { signal },
      ),
    refetchOnMount: 'always',
  })
}

export function useCreateToken(employeeId: string) {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      call(
        mcpPaths.createHostedToken,
        {
          params: { organization_id: organization.id, employee_id: employeeId },
          body: { name },
        },
        { creates: true },
      ),
    // The token is not kept in the page longer than it is shown.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: connectorKeys.hostedTokens(organization.id, employeeId) }),
  })
}

export function useRevokeToken(employeeId: string) {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token_id: string) =>
      call(mcpPaths.revokeHostedToken, {
        params: { organization_id: organization.id, employee_id: employeeId, token_id },
      }),
    onSettled: () => {
      client.invalidateQueries({ queryKey: connectorKeys.hostedTokens(organization.id, employeeId) })
      return client.invalidateQueries({ queryKey: connectorKeys.ownTokens(organization.id) })
    },
  })
}
