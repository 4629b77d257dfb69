import { VOICE_PATH } from '#contracts/socket.ts'

/** What a process does: answer requests, hold sockets, take work. Any number of each share one database. */
export const parts = ['web', 'realtime', 'worker'] as const
export type Part = (typeof parts)[number]
export const isPart = (word: string): word is Part => parts.some((part) => part === word)

/** Calls are prepared where they are carried too, so that a proxy may send all of the realtime server's paths there. */
export const servesPath = (path: string, does: (part: Part) => boolean): boolean =>
  does('web') || (does('realtime') && path.startsWith(`${VOICE_PATH}/`))
