const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']
const MAX_DEVICE_NAME = 100
/** Both travel within the state of a sign-in, which has 4096 characters. */
const MAX_REDIRECT_URI = 500
const MAX_STATE = 500
const SENSITIVE = ['code', 'access_token', 'refresh_token', 'id_token', 'token']

/** What an app asks for, as far as its address says it. */
export type DesktopQuery = {
  redirect_uri?: string | undefined
  code_challenge?: string | undefined
  state?: string | undefined
  device_name?: string | undefined
}

export type DesktopRequest = {
  /** On the app's own computer: RFC 8252, 7.3. */
  redirect_uri: string
  code_challenge: string
  state: string | undefined
  device_name: string
}

/** Null where the request is not one that may be granted: nothing is sent to its address then. */
export function readDesktopRequest(query: DesktopQuery): DesktopRequest | null {
  const { redirect_uri = '', code_challenge = '', state, device_name = '' } = query
  const url = URL.parse(redirect_uri)
  if (url?.protocol !== 'http:' || !LOOPBACK.includes(url.hostname) || !url.port) return null
  if (url.username || url.password || url.hash || url.href.length > MAX_REDIRECT_URI) return null
  if (SENSITIVE.some((name) => url.searchParams.has(name))) return null
  if (!/^[A-Za-z0-9_-]{43}$/.test(code_challenge) || (state?.length ?? 0) > MAX_STATE) return null
  const name = device_name
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_DEVICE_NAME)
  return { redirect_uri: url.href, code_challenge, state, device_name: name || 'Desktop sync app' }
}

/** The query with which the browser comes back once the person has agreed. */
export function queryOf({ redirect_uri, code_challenge, state, device_name }: DesktopRequest): URLSearchParams {
  return new URLSearchParams({ redirect_uri, code_challenge, ...(state !== undefined && { state }), device_name })
}
