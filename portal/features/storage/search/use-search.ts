import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import * as storagePaths from '#contracts/paths/storage.ts'
import * as storageSearchPaths from '#contracts/paths/storage-search.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { storedChoice, useChoice } from '../../../lib/stored.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { useTeammates } from '../../teammates/use-teammates.ts'

const ways = ['meaning', 'exact'] as const
export type Way = (typeof ways)[number]
export const searchWay = storedChoice<Way>('alongside:storage-search', ways, () => 'meaning')

const minSearchLength = 2
/** Longer than the server gives an exact search. */
const timeoutMs = 40_000

/** What is below a folder by its name, and by what is in it. */
export function useSearch(folder: string, text: string) {
  const { organization } = useSession()
  const chosen = useChoice(searchWay)
  const wanted = useSettled(text.trim())
  const isLongEnough = wanted.length >= minSearchLength
  const { data: teammates } = useTeammates()
  // One's own assistant knows the whole tree, and finds in it what its owner looks for.
  const assistant = teammates?.find(({ is_personal_assistant }) => is_personal_assistant)?.id
  const params = { organization_id: organization.id }
  const below = { params, query: { q: wanted, path: folder } }
  const key = (what: string) => [...queryKeys.storageSearch(organization.id, folder, wanted), what]
  const shared = { enabled: isLongEnough, placeholderData: keepPreviousData, retry: false }

  const names = useQuery({
    ...shared,
    queryKey: key('names'),
    queryFn: ({ signal }) =>
      call(
        storagePaths.searchEntries,
        { params: { ...params, employee_id: assistant ?? '' }, query: { q: wanted, limit: 20 } },
        { signal },
      ),
    enabled: isLongEnough && assistant !== undefined,
    select: ({ entries }) =>
      entries
        .map((entry) => ({ ...entry, path: entry.path.replace(/^\//, '') }))
        .filter(({ path }) => folder === '/' || path.startsWith(`${folder}/`)),
  })
  const meaning = useQuery({
    ...shared,
    queryKey: key('meaning'),
    queryFn: ({ signal }) => call(storageSearchPaths.searchSemantically, below, { signal }),
    enabled: isLongEnough && chosen === 'meaning',
  })
  const isWithout = meaning.error instanceof ApiError && meaning.error.code === 'SEMANTIC_SEARCH_UNAVAILABLE'
  const way: Way = isWithout ? 'exact' : chosen
  const exact = useQuery({
    ...shared,
    queryKey: key('exact'),
    queryFn: ({ signal }) => call(storageSearchPaths.searchExactly, below, { signal, timeoutMs }),
    enabled: isLongEnough && way === 'exact',
  })
  return { wanted, isLongEnough, names, meaning, exact, way, isWithout: isWithout && chosen === 'meaning' }
}
