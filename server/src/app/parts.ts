/** What a process does: answer requests, hold sockets, take work. Any number of each share one database. */
export const parts = ['web', 'realtime', 'worker'] as const
export type Part = (typeof parts)[number]
export const isPart = (word: string): word is Part => parts.some((part) => part === word)
