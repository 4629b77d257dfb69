import type { Context } from '#platform/context.ts'
import type { SessionRow, UserRow } from './table.ts'

export interface UserContext extends Context {
  readonly user: UserRow
  readonly session: SessionRow
}

declare module '#platform/route.ts' {
  interface CallerContexts {
    /** The person who is signed in. */
    user: UserContext
    /** A platform administrator (`is_admin`). */
    developer: UserContext
  }
}
