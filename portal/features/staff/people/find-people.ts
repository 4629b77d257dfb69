import { hasWords } from '#contracts/fold-text.ts'
import type { Role } from '#contracts/organizations.ts'
import type { Person } from '#contracts/staff.ts'

/** People whose name, e-mail or groups contain every word. */
export function findPeople(people: readonly Person[], wanted: string): Person[] {
  return people.filter(({ name, email, groups }) =>
    hasWords([name, email, ...(groups ?? []).map((group) => group.name)].join(' '), wanted),
  )
}

type Viewer = { id: string; role: Role }

/** Owners go by owners alone; oneself one does not remove but leave. */
export function canRemove(viewer: Viewer, { id, role }: Person): boolean {
  if (id === viewer.id) return false
  return viewer.role === 'owner' || (viewer.role === 'admin' && role !== 'owner')
}

/** Owners are not removed among others. */
export const canSelect = (viewer: Viewer, person: Person): boolean =>
  person.role !== 'owner' && canRemove(viewer, person)
