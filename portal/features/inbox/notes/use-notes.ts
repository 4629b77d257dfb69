import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { EditNote, Note } from '#contracts/notes.ts'
import * as notePaths from '#contracts/paths/notes.ts'
import { call } from '../../../lib/api.ts'
import { retryBriefly } from '../../../lib/persist.ts'
import { updateCached } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'

type Page = { data: Note[]; page: number; hasMore: boolean }
type Cached = InfiniteData<Page, number>

const pageSize = 100

/** The notes of a conversation, oldest first, as far back as its messages are loaded; kept live. */
export function useNotes(conversation_id: string, oldestMessage: string | undefined, isWhole: boolean) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.notes(organization.id, conversation_id)
  const params = { organization_id: organization.id, conversation_id }
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call(notePaths.listNotes, { params, query: { page: pageParam, limit: pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
    refetchOnMount: 'always',
  })
  const put = (note: Note) => {
    if (note.conversation_id !== conversation_id) return
    putNote(client, queryKey, note)
  }
  useServerEvent('conversation.note_created', put)
  useServerEvent('conversation.note_updated', put)
  useServerEvent('conversation.note_deleted', ({ id }) => {
    removeNote(client, queryKey, id)
  })
  useServerEvent('ready', () => client.invalidateQueries({ queryKey }))

  const notes = useMemo(() => {
    const byId = new Map(query.data?.pages.flatMap(({ data }) => data).map((note) => [note.id, note]))
    return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }, [query.data])
  const oldestNote = notes[0]?.id ?? ''
  const reachesBack = !isWhole && oldestMessage !== undefined && oldestNote < oldestMessage
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError && !reachesBack) fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isError, reachesBack, fetchNextPage])
  return { notes, isError: query.isError, refetch: query.refetch }
}

function putNote(client: QueryClient, queryKey: readonly unknown[], note: Note): void {
  updateCached<Cached>(client, queryKey, (cached) => {
    const isKnown = cached.pages.some(({ data }) => data.some(({ id }) => id === note.id))
    const pages = cached.pages.map((page, index) => {
      if (isKnown) return { ...page, data: page.data.map((each) => (each.id === note.id ? note : each)) }
      return index === 0 ? { ...page, data: [note, ...page.data] } : page
    })
    return { ...cached, pages }
  })
}

function removeNote(client: QueryClient, queryKey: readonly unknown[], id: string): void {
  updateCached<Cached>(client, queryKey, (cached) => ({
    ...cached,
    pages: cached.pages.map((page) => ({ ...page, data: page.data.filter((each) => each.id !== id) })),
  }))
}

/** Sent again under its id, a note is written once. */
export function useWriteNote(conversation_id: string, onSaved: (content: string) => void) {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    ...retryBriefly,
    mutationFn: (body: { content: string; mentioned_user_ids: string[]; client_note_id: string }) =>
      call(notePaths.writeNote, { params: { organization_id: organization.id, conversation_id }, body }),
    onSuccess: (note, { content }) => {
      putNote(client, queryKeys.notes(organization.id, conversation_id), note)
      onSaved(content)
    },
  })
}

export function useChangeNote({ id, organization_id, conversation_id }: Note) {
  const client = useQueryClient()
  const queryKey = queryKeys.notes(organization_id, conversation_id)
  const params = { organization_id, conversation_id, note_id: id }
  const edit = useMutation({
    mutationFn: (body: EditNote) => call(notePaths.editNote, { params, body }),
    onSuccess: (note) => putNote(client, queryKey, note),
  })
  const remove = useMutation({
    mutationFn: () => call(notePaths.deleteNote, { params }),
    onSuccess: () => removeNote(client, queryKey, id),
  })
  return { edit, remove }
}
