import { Agent, fetch, type RequestInit } from 'undici'
import type { PlatformAnswer } from './platform-answer.ts'

// Shorter than what a call may take, so that one that found nobody is distinguished from one that got no answer.
const CONNECT_TIMEOUT_MS = 5_000
/** For files, which take their time on a slow line. */
export const TRANSFER_TIMEOUT_MS = 60_000
const TIMEOUT_MS = 10_000

const agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, allowH2: false })

type Sending = {
  init?: RequestInit
  timeoutMs?: number | undefined
  /** The caller's own reason to give up, beside the timeout. */
  signal: AbortSignal | undefined
  /** What must not be in an error: tokens and parts of them. */
  secrets: readonly string[]
}

/** One request to a chat platform. Redirects are refused, because a token would go along; no secret leaves with an error. */
export async function requestPlatform<Answer extends PlatformAnswer<unknown>>(
  url: string,
  { init, timeoutMs = TIMEOUT_MS, signal, secrets }: Sending,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer | { outcome: 'unsent' | 'unknown'; description: string }> {
  if (signal?.aborted) return { outcome: 'unsent', description: 'The call was given up before it began.' }
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      ...init,
      dispatcher: agent,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return await read(response)
  } catch (error) {
    return { outcome: isUnsent(error) ? 'unsent' : 'unknown', description: redact(describe(error), secrets) }
  }
}

/** True only where no connection came about: whatever fails later may have failed after the request was read. */
function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isUnsent)
  const { syscall, code } = error as NodeJS.ErrnoException
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true
  return isUnsent(error.cause)
}

/** `fetch` hides what happened behind one "fetch failed"; the cause tells it. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'The call was given up.'
  if (error.cause instanceof Error) return describe(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0])
  return error.message || error.name
}

/** The longest first, so that a part of one does not hide the rest. */
export const redact = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
    .reduce((redacted, secret) => redacted.replaceAll(secret, '<token>'), text)
