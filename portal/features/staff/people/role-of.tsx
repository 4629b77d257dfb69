import type { Role } from '#contracts/organizations.ts'
import type { Person } from '#contracts/staff.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { Select } from '../../../ui/select.tsx'
import { nameOf } from '../../people/use-people.ts'
import { peopleMessages } from './messages.ts'
import { useChangeRole } from './use-change-role.ts'

const roles: readonly Role[] = ['owner', 'admin', 'member']

/** Owners choose it for everyone else: a role of one's own that is given up by a slip could not be taken back. */
export function RoleOf({ person }: { person: Person }) {
  const words = useMessages(peopleMessages)
  const { user, organization } = useSession()
  const change = useChangeRole(person)
  if (organization.role !== 'owner' || person.id === user.id) return words.roles[person.role]
  return (
    <Select
      isLabelHidden
      label={words.roleOf(nameOf(person))}
      value={person.role}
      options={roles.map((value) => ({ value, label: words.roles[value] }))}
      onChange={(role) => role !== person.role && change.mutate(role)}
      disabled={change.isPending}
      className="min-w-36"
    />
  )
}
