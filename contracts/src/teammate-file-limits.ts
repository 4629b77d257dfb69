/** So large a file is taken, and none is larger than that is given. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024
