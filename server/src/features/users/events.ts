import { z } from 'zod'
import { defineEvent } from '#platform/event.ts'

/** A user has signed out somewhere: connections that were let in by that session must not outlive it. */
export const sessionEnded = defineEvent('session.ended', z.object({ user_id: z.uuid() }))

/** The access of these users has changed, so the rooms of their connections have to be decided again. */
export const accessChanged = defineEvent('access.changed', z.object({ user_ids: z.array(z.uuid()) }))
