import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import type { UserRow } from '../users/table.ts'

/** A program that calls a teammate's tools in the name of the person who made its token. */
export interface HostedContext extends OrgContext {
  readonly token_id: string
  readonly recognized_at: Date
  readonly user: UserRow
  readonly teammate: TeammateRow
  /** What the teammate may do in some folder at least; null where it was given none. */
  readonly storage: 'read' | 'write' | null
  /** Changes with every change of the teammate's workflows. */
  readonly workflow_versions: string | null
  /** Changes with every change of what is assigned to it. */
  readonly toolset_versions: string | null
}

declare module '#platform/route.ts' {
  interface CallerContexts {
    /** A program, by a hosted token. */
    hosted_token: HostedContext
  }
}
