import { AppError } from '#platform/error.ts'
import { ProviderRefused } from '../requests/account.ts'

const CERTAIN = new Set([
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'too_many_requests',
])
const UNKNOWN = 'Whether it was sent is not known: look among the sent messages before it is sent again.'

/** Sends what is never sent again by itself; an answer that was lost says that it may have been sent. */
export async function sentOnce<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    signal.throwIfAborted()
    if (isCertain(error)) throw error
    const why = error instanceof AppError ? `${error.message.replace(/\.$/, '')}. ` : ''
    throw new AppError('unavailable', `${why}${UNKNOWN}`, { cause: error })
  }
}

function isCertain(error: unknown): boolean {
  if (error instanceof ProviderRefused) return error.provider_status < 500
  return error instanceof AppError && CERTAIN.has(error.kind)
}
