/** What a teammate reads about a document that was read in part. */
export const unreadNote = (warning: string): string => `[Not everything in this file could be read: ${warning}]`
