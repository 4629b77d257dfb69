import { z } from 'zod'
import { defineEvent } from '#platform/event.ts'

/** A user has signed out somewhere: connections that were let in by that session must not outlive it. */
export const sessionEnded = defineEvent('session.ended', z.object({ user_id: z.uuid() }))
