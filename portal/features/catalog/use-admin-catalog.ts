import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AiModel, AiVoice, CreateAiModel, CreateAiVoice } from '#contracts/catalog.ts'
import { fetchAllPages } from '../../lib/all-pages.ts'
import { api } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { catalogMessages } from './messages.ts'

export type Kind = 'models' | 'voices'
type Item = { models: AiModel; voices: AiVoice }
type New = { models: CreateAiModel; voices: CreateAiVoice }

const paths = { models: '/api/admin/ai-models', voices: '/api/admin/ai-voices' }

export function useAdminList<K extends Kind>(kind: K) {
  return useQuery({
    queryKey: queryKeys.admin[kind],
    queryFn: ({ signal }) => fetchAllPages<Item[K]>(paths[kind], signal),
  })
}

/** What is listed here is what everybody chooses from elsewhere. */
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
    mutationFn: (item: New[K]) =>
      id === undefined ? api.post<Item[K]>(paths[kind], item) : api.put<Item[K]>(`${paths[kind]}/${id}`, item),
    onSuccess: readAgain,
  })
}

export function useDeleteItem(kind: Kind) {
  const words = useMessages(catalogMessages)
  const readAgain = useReadAgain(kind)
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => api.delete(`${paths[kind]}/${id}`),
    onSuccess: (_answer, { name }) => showToast(words.deleted(name)),
    onError: (error) => showToast(sentenceOf(error, words.deleteFailed)),
    onSettled: readAgain,
  })
}
