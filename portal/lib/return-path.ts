/** The path to go on to after signing in, or `/` when the state is malformed or leads off this origin. */
export function returnPathOf(state: string | undefined): string {
  if (!state) return '/'
  try {
    const parsed: unknown = JSON.parse(state)
    const path = parsed && typeof parsed === 'object' && 'returnPath' in parsed ? parsed.returnPath : undefined
    return safePath(path)
  } catch {
    return '/'
  }
}

/** Browsers strip control characters and read a backslash as a slash, so both could smuggle in another host. */
export function safePath(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//')) return '/'
  if (path.includes('\\') || [...path].some((character) => character < ' ')) return '/'
  return path
}

export function stateFor(path: string): string {
  return JSON.stringify({ returnPath: path })
}
