import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Invite } from '#contracts/invites.ts'
import * as invitePaths from '#contracts/paths/invites.ts'
import { call } from '../../../lib/api.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { updateCached } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { invitesIn, withInvite } from './change-pages.ts'
import { invitesMessages } from './messages.ts'

type PageOfInvites = { data: Invite[]; page: number; hasMore: boolean; can_send_mail: boolean }
type Cached = { pages: PageOfInvites[]; pageParams: number[] }

/** Invites, newest first, as they change wherever they are changed. */
export function useInvites() {
  const { organization } = useSession()
  const client = useQueryClient()
  const params = { organization_id: organization.id }
  const queryKey = queryKeys.invites(organization.id)
  const change = (invite: Invite, isNew: boolean) =>
    updateCached<Cached>(client, queryKey, (cached) => withInvite(cached, invite, isNew))
  const readAgain = () => client.invalidateQueries({ queryKey })
  useServerEvent('ready', readAgain)
  useServerEvent('organization_invite.created', (invite) => change(invite, true))
  useServerEvent('organization_invite.updated', (invite) => change(invite, false))
  // Invites count as long as their author may invite.
  useServerEvent('organization.staff_user_added', readAgain)
  useServerEvent('organization.staff_user_updated', readAgain)
  useServerEvent('organization.staff_user_removed', readAgain)
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(invitePaths.listInvites, { params, query: { page: pageParam, limit: 25 } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => ({ invites: invitesIn(pages), canSendMail: pages[0]?.can_send_mail ?? false }),
    refetchOnMount: 'always',
  })
}

function useParams() {
  const { organization } = useSession()
  return { organization_id: organization.id }
}

type Shared = Pick<Invite, 'role' | 'access_group_ids'>

/** Mails are written in the language of the person who invites. */
export function useInviteAddresses() {
  const params = useParams()
  const language = useLanguage()
  return useMutation({
    mutationFn: (body: { emails: string[] } & Shared) =>
      call(invitePaths.createInvites, { params, body: { ...body, language } }, { creates: true }),
  })
}

export function useCreateLink() {
  const params = useParams()
  return useMutation({
    mutationFn: (body: { uses: number } & Shared) =>
      call(invitePaths.createInvite, { params, body }, { creates: true }),
  })
}

export function useResendInvite() {
  const words = useMessages(invitesMessages)
  const params = useParams()
  return useMutation({
    mutationFn: ({ id }: Invite) => call(invitePaths.resendInvite, { params: { ...params, invite_id: id } }),
    onSuccess: ({ email }) => showToast(words.resent(email ?? '')),
    onError: (error) => showToast(sentenceOf(error, words.resendFailed)),
  })
}

export function useCancelInvite() {
  const words = useMessages(invitesMessages)
  const params = useParams()
  return useMutation({
    mutationFn: ({ id }: Invite) => call(invitePaths.cancelInvite, { params: { ...params, invite_id: id } }),
    onSuccess: () => showToast(words.cancelled),
    onError: (error) => showToast(sentenceOf(error, words.cancelFailed)),
  })
}

export const linkOf = ({ code }: Pick<Invite, 'code'>): string => `${location.origin}/invite/${code}`
