import type { Context } from '#platform/context.ts'

declare module '#platform/route.ts' {
  interface CallerContexts {
    /** A developer at the machine the server runs on; nobody else learns that the route exists. */
    local_developer: Context
  }
}
