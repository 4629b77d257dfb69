import { SdkError, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client'
import { AppError } from '#platform/error.ts'
import { OutboundRefused } from '#platform/outbound/refused.ts'

const MOST_CHARACTERS = 500

/** One sentence for people and models, of whatever went wrong; of what the server itself said, its beginning. */
export function whyFailed(error: unknown, signal: AbortSignal): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError || cause instanceof OutboundRefused) return sentence(cause.message)
    if (cause instanceof UnauthorizedError) return 'The server refuses the sign-in (401).'
    if (cause instanceof SdkHttpError) return httpSentence(cause.status)
    const reason = 'code' in cause && typeof cause.code === 'string' ? connectionSentence(cause.code) : undefined
    if (reason) return reason
    // Whatever else kept a request from being answered, the server did not answer wrongly.
    if (cause instanceof TypeError && cause.message === 'fetch failed' && !cause.cause) return UNREACHABLE
  }
  if (signal.aborted) return 'The server took too long to answer.'
  if (error instanceof SdkError || error instanceof Error)
    return sentence(`The server answered wrongly: ${error.message}`)
  return 'The server answered wrongly.'
}

const UNREACHABLE = 'The server cannot be reached.'

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

function httpSentence(status: number | undefined): string {
  if (status === 401 || status === 403) return `The server refuses the sign-in (${status}).`
  return status ? `The server answered with the status ${status}.` : 'The server answered wrongly.'
}

const sentence = (text: string) => {
  const plain = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const short = plain.length > MOST_CHARACTERS ? `${plain.slice(0, MOST_CHARACTERS).toWellFormed()}…` : plain
  return /[.…!?]$/.test(short) ? short : `${short}.`
}
