import type { MemberContext, OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from './table.ts'

/** Work for one teammate, no matter who asked for it, or for nobody. */
export interface TeammateWork extends OrgContext {
  readonly teammate: TeammateRow
}

export interface TeammateContext extends MemberContext {
  readonly teammate: TeammateRow
}

export type TeammateKeyContext = TeammateWork

declare module '#platform/route.ts' {
  interface CallerContexts {
    /** Anyone who sees the teammate that the path names. */
    teammate_viewer: TeammateContext
    /** Anyone who may change the teammate that the path names: owners and admins, or a personal assistant's owner. */
    teammate_editor: TeammateContext
    /** A server-side integration, for a teammate of its organization. */
    teammate_key: TeammateKeyContext
  }
}
