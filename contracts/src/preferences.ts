import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import * as preferencePaths from './paths/preferences.ts'
import { NOTIFY_OF } from './preference-names.ts'

/** How someone wants to work, wherever they are signed in. */
export const Preferences = z.object({
  /** `waiting`: those that the person has, and those in which a teammate asks for anybody. */
  notify_of: z.enum(NOTIFY_OF),
  has_sound: z.boolean(),
  /** Notifications of the browser; each browser asks for its permission besides. */
  has_notifications: z.boolean(),
  /** Whether what contacts write can be translated by a click, which costs. */
  has_translation: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

export const preferenceEndpoints = describeEndpoints(preferencePaths, {
  showPreferences: { summary: 'Get how the caller wants to be notified', answer: Preferences },
  changePreferences: {
    summary: 'Change how the caller wants to be notified; what is left out stays as it is',
    body: Preferences.partial(),
    answer: Preferences,
  },
})
