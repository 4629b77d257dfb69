// Apart from what cleans tools, because a thread for each document reads these: with the library of schemas it starts in twice the time.

export const MAX_DESCRIPTION_LENGTH = 1000
/** Over all tools of a server. */
export const MAX_STORED_CHARACTERS = 512 * 1024
