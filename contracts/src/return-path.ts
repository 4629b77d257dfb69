/** Where to go after signing in: a path on this site, or `/`. Anything that a browser could take elsewhere is refused. */
export function safeReturnPath(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//')) return '/'
  // Browsers drop tabs and newlines and read a backslash as a slash, so both could hide a second slash.
  if (/[\\\p{Cc}]/u.test(path)) return '/'
  if (!URL.canParse(path, SITE)) return '/'
  const { origin, pathname, search, hash } = new URL(path, SITE)
  return origin === SITE && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/'
}

const SITE = 'http://site.invalid'
