import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import type { Conversation } from '#contracts/conversations.ts'
import type { InternalConversations } from '#contracts/internal-chat.ts'
import { api } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { useMedia } from '../../lib/media.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { organizationPath, useSession } from '../../lib/session.ts'
import { storedChoice, useChoice } from '../../lib/stored.ts'
import { showToast } from '../../ui/toast.tsx'
import { chatMessages } from './messages.ts'

type Page = z.infer<typeof InternalConversations>

export function useChats(employeeId: string) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.conversations(organization.id, employeeId)
  const changed = () => client.invalidateQueries({ queryKey })
  useServerEvent('ready', changed)
  useServerEvent('internal.message', changed)
  useServerEvent('message_done', changed)
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page>(
        organizationPath(organization, `/employees/${employeeId}/conversations?page=${pageParam}&limit=30`),
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
}

export function useNewChat(employeeId: string, onOpen: (conversationId: string) => void) {
  const { organization } = useSession()
  const words = useMessages(chatMessages)
  return useMutation({
    mutationFn: () =>
      api.post<Conversation>(organizationPath(organization, `/employees/${employeeId}/conversations/new`)),
    onSuccess: ({ id }) => onOpen(id),
    onError: () => showToast(words.newChatFailed),
  })
}

const column = storedChoice<'shown' | 'hidden'>('alongside:chats', ['shown', 'hidden'], () => 'shown')

export type ChatsPanelState = { wide: boolean; open: boolean; setOpen: (open: boolean) => void }

/** A column where there is room for one, which stays as it was left; else a drawer. */
export function useChatsPanel(): ChatsPanelState {
  const wide = useMedia('(min-width: 68rem)')
  const columnOpen = useChoice(column) === 'shown'
  const [drawerOpen, setDrawerOpen] = useState(false)
  const open = wide ? columnOpen : drawerOpen
  const setOpen = (next: boolean) => (wide ? column.set(next ? 'shown' : 'hidden') : setDrawerOpen(next))

  const toggle = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyC') return
    event.preventDefault()
    setOpen(!open)
  })
  useEffect(() => {
    const heard = (event: KeyboardEvent) => toggle(event)
    addEventListener('keydown', heard)
    return () => removeEventListener('keydown', heard)
  }, [])
  return { wide, open, setOpen }
}
