const SITE = 'http://site.invalid'
const pages = ['/desktop-auth/authorize', '/api/desktop-auth/authorize']
const sensitive = new Set(['access_token', 'refresh_token', 'code', 'id_token', 'token'])

/**
 * Where a desktop app that asks to be let in wants the browser to continue to, as a path on this site; null unless it is its
 * own page and carries nothing that signs anybody in (contract, "Sign-in methods", 12).
 */
export function desktopReturnTo(returnTo: string | undefined, origin: string): string | null {
  const url = URL.parse(returnTo ?? '', origin)
  if (!url || url.origin !== origin || url.username || url.password) return null
  if (!pages.includes(url.pathname)) return null
  if ([...url.searchParams.keys(), ...fragmentKeys(url)].some((key) => sensitive.has(plain(key)))) return null
  return `${url.pathname}${url.search}`
}

const fragmentKeys = ({ hash }: URL): Iterable<string> => new URLSearchParams(hash.replace(/^#\??/, '')).keys()

/** `accessToken` and `Access-Token` say the same. */
const plain = (key: string) =>
  key
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.\s]/g, '_')
    .toLowerCase()

/** The address that lets the app in: the server's, with the token that this page was given. */
export function consentAddress(returnTo: string, consentToken: string | undefined): string {
  const url = new URL(returnTo.startsWith('/api/') ? returnTo : `/api${returnTo}`, SITE)
  if (consentToken) url.searchParams.set('consent_token', consentToken)
  return `${url.pathname}${url.search}`
}
