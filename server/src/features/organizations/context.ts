import type { Role } from '#contracts/organizations.ts'
import type { Context } from '#platform/context.ts'
import type { UserContext } from '../users/context.ts'
import type { OrganizationRow } from './table.ts'

export interface OrgContext extends Context {
  readonly organization: OrganizationRow
}

export interface MemberContext extends UserContext, OrgContext {
  readonly role: Role
}

declare module '#platform/route.ts' {
  interface CallerContexts {
    /** Anyone in the organization that the path names. */
    member: MemberContext
    /** Its admins and owners. */
    admin: MemberContext
    owner: MemberContext
    /** A server-side integration, by the organization's private key. */
    private_key: OrgContext
  }
}
