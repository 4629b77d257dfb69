const UNREACHABLE = 'The server cannot be reached.'
/** `fetch` calls none of the ports on which other protocols are spoken: https://fetch.spec.whatwg.org/#port-blocking. */
const FORBIDDEN_PORT = 'This port belongs to another protocol and is not called.'

const CONNECTION: Record<string, string> = {
  ENOTFOUND: 'There is no server under this name.',
  ECONNREFUSED: 'Nothing answers at this address.',
  ECONNRESET: 'The server closed the connection.',
  UND_ERR_SOCKET: 'The server closed the connection.',
  UND_ERR_CONNECT_TIMEOUT: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EAI_AGAIN: 'The name of the server could not be looked up.',
  EPROTO: 'The server does not speak HTTPS at this address.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
}

function connectionSentence(code: string): string | undefined {
  if (/^ERR_SSL_/.test(code)) return CONNECTION.EPROTO
  if (/CERT|^UNABLE_TO_|SELF_SIGNED/.test(code))
    return CONNECTION[code] ?? 'The certificate of the server is not valid.'
  return CONNECTION[code]
}

/** A sentence where no server answered, because `fetch` says no more than "fetch failed"; null for any other failure. */
export function whyUnanswered(error: unknown): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const reason = 'code' in cause && typeof cause.code === 'string' ? connectionSentence(cause.code) : undefined
    if (reason) return reason
    if (cause.message === 'bad port') return FORBIDDEN_PORT
    if (cause instanceof TypeError && cause.message === 'fetch failed' && !cause.cause) return UNREACHABLE
  }
  return null
}
