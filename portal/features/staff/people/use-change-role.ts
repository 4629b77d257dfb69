import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Role } from '#contracts/organizations.ts'
import * as staffPaths from '#contracts/paths/staff.ts'
import type { Person } from '#contracts/staff.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { nameOf } from '../../people/use-people.ts'
import { peopleMessages } from './messages.ts'

export function useChangeRole(person: Person) {
  const words = useMessages(peopleMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (role: Role) =>
      call(staffPaths.changeRole, {
        params: { organization_id: organization.id, user_id: person.id },
        body: { role },
      }),
    onSuccess: ({ role }) => showToast(words.roleChanged(nameOf(person), role)),
    onError: (error) => showToast(sentenceOf(error, words.roleFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.people(organization.id) }),
  })
}
