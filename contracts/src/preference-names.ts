/** Of which conversations someone wants to hear, each with those of the one before. Free of zod, because pages hold it. */
export const NOTIFY_OF = ['none', 'mine', 'waiting', 'all'] as const
export type NotifyOf = (typeof NOTIFY_OF)[number]
