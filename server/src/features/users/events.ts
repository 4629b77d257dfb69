import { z } from 'zod'
import { defineEvent } from '#platform/event.ts'

/** A user has signed out somewhere: connections that were let in by that session must not outlive it. */
export const sessionEnded = defineEvent('session.ended', z.object({ user_id: z.uuid() }))

/** What these users may see has changed, so whatever was decided about them when they connected is out of date. */
export const accessChanged = defineEvent('access.changed', z.object({ user_ids: z.array(z.uuid()) }))
