import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CannedReply, CreateCannedReply } from '#contracts/canned-replies.ts'
import * as cannedReplyPaths from '#contracts/paths/canned-replies.ts'
import { fetchAllPages } from '../../lib/all-pages.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'

/** The organization's canned replies by shortcut, as they change wherever they are changed. */
export function useCannedReplies() {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.cannedReplies(organization.id)
  const readAgain = () => client.invalidateQueries({ queryKey })
  useServerEvent('ready', readAgain)
  useServerEvent('canned_reply.created', readAgain)
  useServerEvent('canned_reply.updated', readAgain)
  useServerEvent('canned_reply.deleted', readAgain)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      fetchAllPages((query) =>
        call(cannedReplyPaths.listCannedReplies, { params: { organization_id: organization.id }, query }, { signal }),
      ),
    refetchOnMount: 'always',
  })
}

/** Makes a canned reply, or changes the one that is given. */
export function useSaveCannedReply(reply: CannedReply | null) {
  const { organization } = useSession()
  const client = useQueryClient()
  const params = { organization_id: organization.id }
  return useMutation({
    mutationFn: (body: CreateCannedReply) =>
      reply
        ? call(cannedReplyPaths.updateCannedReply, { params: { ...params, canned_reply_id: reply.id }, body })
        : call(cannedReplyPaths.createCannedReply, { params, body }, { creates: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.cannedReplies(organization.id) }),
  })
}

export function useDeleteCannedReply() {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: CannedReply) =>
      call(cannedReplyPaths.deleteCannedReply, { params: { organization_id: organization.id, canned_reply_id: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.cannedReplies(organization.id) }),
  })
}
