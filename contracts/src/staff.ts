import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Role } from './organizations.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as staffPaths from './paths/staff.ts'
import { Teammate } from './teammates.ts'

const unique = <T>(items: T[]): T[] => [...new Set(items)]

/** A person of an organization, as everyone in it knows them. */
export const StaffUser = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  name: z.string().nullable(),
  email: z.string(),
  picture: z.string().nullable(),
  role: Role,
  joined_at: Instant,
})
export type StaffUser = z.infer<typeof StaffUser>

/** The same with what owners and admins know of everyone, and members of themselves; null for all others. */
export const Person = StaffUser.extend({
  groups: z.array(z.object({ id: z.uuid(), name: z.string() })).nullable(),
  /** When they last used the service, exact to the hour; also null for those who are signed in nowhere. */
  last_seen_at: Instant.nullable(),
})
export type Person = z.infer<typeof Person>

/** Instructions are long, and a list of everyone has no use for them. */
export const StaffTeammate = Teammate.omit({ instructions: true })
export type StaffTeammate = z.infer<typeof StaffTeammate>

const Human = Person.extend({ kind: z.literal('human') })
const Ai = StaffTeammate.extend({ kind: z.literal('ai') })

export const ChangeRole = z.object({ role: Role })
export type ChangeRole = z.infer<typeof ChangeRole>

const Ids = z.object({ ids: z.array(z.uuid().toLowerCase()).min(1).max(500).transform(unique) })
const IdsDone = z.object({ success: z.literal(true), ids: z.array(z.uuid()) })
const OnePerson = z.object({ user_id: z.uuid().toLowerCase() })

export const staffEndpoints = describeEndpoints(staffPaths, {
  listStaff: {
    summary: 'List all people and the teammates the caller can see',
    answer: z.object({ data: z.array(z.discriminatedUnion('kind', [Human, Ai])) }),
  },
  listDeletedStaff: {
    summary: 'List the teammates in the trash, the latest deletion first; people are not listed',
    answer: z.object({ data: z.array(Ai) }),
  },
  listPeople: {
    summary: 'List the people of the organization by name',
    query: pageQuery({ limit: 50, max: 100 }),
    answer: pageOf(Person),
  },
  showPerson: {
    summary: 'Get a person of the organization',
    params: OnePerson,
    answer: Person,
  },
  changeRole: {
    summary: 'Change the role of a person; one owner always remains',
    params: OnePerson,
    body: ChangeRole,
    answer: Person,
    errors: { 409: ['LAST_OWNER'] },
  },
  removePerson: {
    summary: 'Remove a person from the organization, or leave it; one owner always remains',
    params: OnePerson,
    answer: Done,
    errors: { 409: ['LAST_OWNER'] },
  },
  removePeople: {
    summary: 'Remove several people from the organization; if one cannot be removed, none is',
    body: Ids,
    answer: IdsDone,
    errors: { 409: ['LAST_OWNER', 'CANNOT_REMOVE_YOURSELF'] },
  },
  restorePeople: {
    summary: 'Restore several removed people with their roles and groups; if one cannot be restored, none is',
    body: Ids,
    answer: IdsDone,
  },
})
