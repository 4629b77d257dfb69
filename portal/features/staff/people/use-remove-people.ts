import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as staffPaths from '#contracts/paths/staff.ts'
import type { Person } from '#contracts/staff.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { nameOf } from '../../people/use-people.ts'
import { peopleMessages } from './messages.ts'

const idsOf = (people: readonly Person[]): string[] => people.map(({ id }) => id)

/** Removes others, and offers to take it back. */
export function useRemovePeople() {
  const words = useMessages(peopleMessages)
  const { undo } = useMessages(partMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const params = { organization_id: organization.id }
  const readAgain = () => client.invalidateQueries({ queryKey: queryKeys.people(organization.id) })
  const restore = useMutation({
    mutationFn: (ids: string[]) => call(staffPaths.restorePeople, { params, body: { ids } }),
    onSuccess: () => showToast(words.restored),
    onError: (error) => showToast(sentenceOf(error, words.restoreFailed)),
    onSettled: readAgain,
  })
  return useMutation({
    mutationFn: (people: readonly Person[]) => call(staffPaths.removePeople, { params, body: { ids: idsOf(people) } }),
    onSuccess: (_answer, people) => {
      const [first] = people
      const text = words.removed(people.length, first ? nameOf(first) : '')
      showToast(text, { label: undo, run: () => restore.mutate(idsOf(people)) })
    },
    onError: (error) => showToast(sentenceOf(error, words.removeFailed)),
    onSettled: readAgain,
  })
}

/** Ends the person's own membership; the page then goes to another organization of theirs. */
export function useLeave() {
  const words = useMessages(peopleMessages)
  const { organization, user } = useSession()
  return useMutation({
    mutationFn: () => call(staffPaths.removePerson, { params: { organization_id: organization.id, user_id: user.id } }),
    onSuccess: () => location.assign('/'),
    onError: (error) => showToast(sentenceOf(error, words.leaveFailed)),
  })
}
