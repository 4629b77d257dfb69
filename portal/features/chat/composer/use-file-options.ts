import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { foldText } from '#contracts/fold-text.ts'
import * as storagePaths from '#contracts/paths/storage.ts'
import type { FoundEntries } from '#contracts/storage.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
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
      const params = { organization_id: organization.id, employee_id: employeeId }
      return call(storagePaths.searchEntries, { params, query: { q: text, limit: 8 } }, { signal })
    },
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
    select: optionsOf,
  })
  // While the answer to the last letters is on its way, the one before is narrowed by them.
  return useMemo(() => {
    if (wanted === null || !data) return none
    const letters = foldText(wanted.trim())
    return data.filter((option) => foldText(option.text).includes(letters))
  }, [data, wanted])
}

const optionsOf = ({ entries }: FoundEntries): MentionOption[] =>
  entries.map(({ name, path, type }) => ({
    id: path,
    text: name,
    note: path.slice(1, -name.length - 1),
    inserted: path.slice(1),
    kind: type,
  }))
