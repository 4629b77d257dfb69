const FIRST_SECONDS = 2
const MAX_SECONDS = 3600

/** How long to wait after so many attempts: twice as long after each, an hour at most. */
export const backoffSeconds = (attempts: number): number => Math.min(MAX_SECONDS, FIRST_SECONDS * 2 ** (attempts - 1))
