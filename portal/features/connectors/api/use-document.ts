import { useMutation, useQuery } from '@tanstack/react-query'
import * as connectorPaths from '#contracts/paths/connectors.ts'
import { call } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session.ts'
import { connectorKeys } from '../keys.ts'

/** Has the server read a document; nothing of it is kept there. */
export function useReadDocument() {
  const { organization } = useSession()
  return useMutation({
    mutationFn: ({ document, url }: { document: string; url: string }) =>
      call(connectorPaths.readApiDocument, {
        params: { organization_id: organization.id },
        body: { document, ...(url !== '' && { url }) },
      }),
  })
}

/** What the document of a connector says; nothing without one. */
export function useKeptDocument(connectorId: string | undefined) {
  const { organization } = useSession()
  return useQuery({
    queryKey: connectorKeys.document(organization.id, connectorId ?? ''),
    queryFn: ({ signal }) =>
      call(
        connectorPaths.showApiDocument,
        { params: { organization_id: organization.id, mcp_id: connectorId ?? '' } },
        { signal },
      ),
    enabled: connectorId !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
