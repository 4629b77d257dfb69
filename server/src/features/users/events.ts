import { z } from 'zod'
import { defineEvent } from '#platform/event.ts'

declare module '#platform/audience.ts' {
  interface RoomKinds {
    user: true
  }
}

/** A user has signed out somewhere: connections that were let in by that session must not outlive it. */
export const sessionEnded = defineEvent('session.ended', z.object({ user_id: z.uuid() }))
