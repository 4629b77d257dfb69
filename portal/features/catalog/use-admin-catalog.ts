import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AiModel, AiVoice, CreateAiModel, CreateAiVoice } from '#contracts/catalog.ts'
import * as catalogPaths from '#contracts/paths/catalog.ts'
import { fetchAllPages, type PageQuery } from '../../lib/all-pages.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { catalogMessages } from './messages.ts'

export type Kind = 'models' | 'voices'
type Item = { models: AiModel; voices: AiVoice }
type New = { models: CreateAiModel; voices: CreateAiVoice }
type Ways<K extends Kind> = {
  list(query: PageQuery, signal: AbortSignal): Promise<{ data: Item[K][]; hasMore: boolean }>
  create(item: New[K]): Promise<Item[K]>
  update(id: string, item: New[K]): Promise<Item[K]>
  delete(id: string): Promise<unknown>
}
const waysOf = <K extends Kind>(kind: K): Ways<K> => (ways as { [Each in Kind]: Ways<Each> })[kind]

const ways = {
  models: {
    list: (query: PageQuery, signal: AbortSignal) => call(catalogPaths.listAiModels, { query }, { signal }),
    create: (body: CreateAiModel) => call(catalogPaths.createAiModel, { body }, { creates: true }),
    update: (id: string, body: CreateAiModel) => call(catalogPaths.updateAiModel, { params: { id }, body }),
    delete: (id: string) => call(catalogPaths.deleteAiModel, { params: { id } }),
  },
  voices: {
    list: (query: PageQuery, signal: AbortSignal) => call(catalogPaths.listAiVoices, { query }, { signal }),
    create: (body: CreateAiVoice) => call(catalogPaths.createAiVoice, { body }, { creates: true }),
    update: (id: string, body: CreateAiVoice) => call(catalogPaths.updateAiVoice, { params: { id }, body }),
    delete: (id: string) => call(catalogPaths.deleteAiVoice, { params: { id } }),
  },
} satisfies { [K in Kind]: Ways<K> }

export function useAdminList<K extends Kind>(kind: K) {
  return useQuery({
    queryKey: queryKeys.admin[kind],
    queryFn: ({ signal }) => fetchAllPages((query) => waysOf(kind).list(query, signal)),
  })
}

/** What is listed here is what everyone chooses from elsewhere. */
function useReadAgain(kind: Kind): () => Promise<unknown> {
  const { organization } = useSession()
  const client = useQueryClient()
  return () => {
    client.invalidateQueries({ queryKey: kind === 'models' ? queryKeys.models(organization.id) : ['voices'] })
    client.invalidateQueries({ queryKey: queryKeys.admin.settings })
    return client.invalidateQueries({ queryKey: queryKeys.admin[kind] })
  }
}

export function useSaveItem<K extends Kind>(kind: K, id: string | undefined) {
  const readAgain = useReadAgain(kind)
  return useMutation({
    mutationFn: (item: New[K]) => (id === undefined ? waysOf(kind).create(item) : waysOf(kind).update(id, item)),
    onSuccess: readAgain,
  })
}

export function useDeleteItem(kind: Kind) {
  const words = useMessages(catalogMessages)
  const readAgain = useReadAgain(kind)
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => waysOf(kind).delete(id),
    onSuccess: (_answer, { name }) => showToast(words.deleted(name)),
    onError: (error) => showToast(sentenceOf(error, words.deleteFailed)),
    onSettled: readAgain,
  })
}
