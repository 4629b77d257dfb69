/**
 * The conversations that a person is notified of; each value includes those before it. Without zod, because pages import
 * it.
 */
export const NOTIFY_OF = ['none', 'mine', 'waiting', 'all'] as const
export type NotifyOf = (typeof NOTIFY_OF)[number]
