import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FoundEntries } from '#contracts/storage.ts'
import { api } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { organizationPath, useSession } from '../../../lib/session.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import type { MentionOption } from './mention-source.ts'

const none: readonly MentionOption[] = []

/** Files and folders that the teammate may read, by a part of their name; none while nothing is `wanted`. */
export function useFileOptions(employeeId: string, wanted: string | null): readonly MentionOption[] {
  const { organization } = useSession()
  const text = useSettled((wanted ?? '').trim())
  const { data } = useQuery({
    queryKey: queryKeys.filesOfTeammate(organization.id, employeeId, text),
    queryFn: ({ signal }) => {
      const query = `q=${encodeURIComponent(text)}&limit=8`
      const path = organizationPath(organization, `/storage/employees/${employeeId}/entries/search?${query}`)
      return api.get<FoundEntries>(path, { signal })
    },
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
    select: optionsOf,
  })
  return (wanted !== null && data) || none
}

const optionsOf = ({ entries }: FoundEntries): MentionOption[] =>
  entries.map(({ name, path, type }) => ({
    id: path,
    text: name,
    note: path.slice(1, -name.length - 1),
    inserted: path.slice(1),
    kind: type,
  }))
