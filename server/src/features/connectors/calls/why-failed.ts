import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client'
import { AppError } from '#platform/error.ts'
import { OutboundRefused } from '#platform/outbound/refused.ts'
import { whyUnanswered } from '#platform/outbound/why-unanswered.ts'

const MAX_CHARACTERS = 500
/** The client's own text is a list of what its schemas expected. */
const NOT_OF_PROTOCOL =
  'The server answered wrongly: this is no answer of the Model Context Protocol. Its address may be another one.'

/** One sentence about a failure, for people and models, with the beginning of the server's own text. */
export function whyFailed(error: unknown, signal: AbortSignal): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError || cause instanceof OutboundRefused) return sentence(cause.message)
    // Some frameworks of servers, such as tmcp 1.20.0, report so that a tool failed.
    if (cause instanceof ProtocolError) return sentence(`The server reported an error: ${cause.message}`)
    if (cause instanceof UnauthorizedError) return 'The server refuses the sign-in (401).'
    if (cause instanceof SdkHttpError) return httpSentence(cause.status)
  }
  const unanswered = whyUnanswered(error)
  if (unanswered !== null) return unanswered
  if (signal.aborted) return 'The server took too long to answer.'
  if (error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed) return NOT_OF_PROTOCOL
  if (error instanceof SdkError || error instanceof Error)
    return sentence(`The server answered wrongly: ${error.message}`)
  return 'The server answered wrongly.'
}

function httpSentence(status: number | undefined): string {
  if (status === 401 || status === 403) return `The server refuses the sign-in (${status}).`
  return status ? `The server answered with the status ${status}.` : 'The server answered wrongly.'
}

const sentence = (text: string) => {
  const plain = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const short = plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS).toWellFormed()}…` : plain
  return /[.…!?]$/.test(short) ? short : `${short}.`
}
