/** What a canned reply may name, filled in when it is put into a reply. Free of zod, because pages hold it. */
export const CANNED_PLACEHOLDERS = ['contact.first_name', 'operator.name'] as const
export type CannedPlaceholder = (typeof CANNED_PLACEHOLDERS)[number]

/** In characters. */
export const MAX_SHORTCUT_LENGTH = 32
export const MAX_CANNED_REPLY_LENGTH = 5000

/** A shortcut without the slash that calls it. */
export const withoutSlash = (shortcut: string): string => shortcut.trim().replace(/^\/+/, '')

/** One word: letters, digits, hyphens and underscores, so that it ends where the next word begins. */
export const isShortcut = (text: string): boolean => /^[\p{L}\p{M}\p{N}_-]+$/u.test(text)
