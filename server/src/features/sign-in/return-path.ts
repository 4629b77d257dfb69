/** Where to go after signing in: a path on this site, or `/`. Anything that a browser could take elsewhere is refused. */
export function safeReturnPath(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//')) return '/'
  // Browsers drop tabs and newlines and read a backslash as a slash, so both could hide a second slash.
  if (/[\\\p{Cc}]/u.test(path)) return '/'
  const resolved = URL.parse(path, 'http://site.invalid')
  if (resolved?.origin !== 'http://site.invalid' || resolved.pathname.startsWith('//')) return '/'
  return `${resolved.pathname}${resolved.search}${resolved.hash}`
}

/** Reads `{returnPath}` out of a sign-in state, which is JSON text from the browser and may be anything. */
export function returnPathOf(state: string | undefined): string {
  try {
    const parsed: unknown = JSON.parse(state ?? 'null')
    if (typeof parsed !== 'object' || parsed === null || !('returnPath' in parsed)) return '/'
    return safeReturnPath(parsed.returnPath)
  } catch {
    return '/'
  }
}
