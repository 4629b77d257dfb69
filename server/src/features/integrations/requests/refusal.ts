import { z } from 'zod'
import { cleanText } from '../../connectors/clean-text.ts'
import { ProviderRefused } from './account.ts'
import type { ProviderAnswer } from './send-once.ts'

const MAX_CHARACTERS = 300
const THROTTLED = new Set([429, 500, 502, 503, 504])
const QUOTA = /^(rateLimitExceeded|userRateLimitExceeded)$/
const SCOPE = /^(ACCESS_TOKEN_SCOPE_INSUFFICIENT|insufficientPermissions|insufficient_scope)$/

const Reasons = z.array(z.looseObject({ reason: z.string().optional().catch(undefined) })).catch([])

/** What the providers say of a refusal, each in its own way. */
const ErrorBody = z.object({
  error: z.union([
    z.string(),
    z.object({
      message: z.string().optional().catch(undefined),
      code: z.union([z.string(), z.number()]).optional().catch(undefined),
      errors: Reasons,
      details: Reasons,
    }),
  ]),
  error_description: z.string().optional().catch(undefined),
})

function read({ body }: ProviderAnswer): { message: string; reasons: string[] } {
  let parsed: z.infer<typeof ErrorBody> | undefined
  try {
    parsed = ErrorBody.safeParse(JSON.parse(body.toString())).data
  } catch {
    parsed = undefined
  }
  if (!parsed) return { message: '', reasons: [] }
  const { error, error_description } = parsed
  if (typeof error === 'string') return { message: error_description ?? error, reasons: [error] }
  const reasons = [...error.errors, ...error.details].flatMap(({ reason }) => reason ?? [])
  return { message: error.message ?? '', reasons: [...reasons, String(error.code ?? '')] }
}

/** Refused for load, or failed where a second try may succeed. */
export const isThrottled = (answer: ProviderAnswer): boolean =>
  THROTTLED.has(answer.status) || (answer.status === 403 && read(answer).reasons.some((reason) => QUOTA.test(reason)))

/** Refused because the account did not grant what this needs. */
export const lacksAccess = (answer: ProviderAnswer): boolean =>
  answer.status === 403 &&
  (read(answer).reasons.some((reason) => SCOPE.test(reason)) ||
    /error="?insufficient_scope/.test(answer.headers.get('www-authenticate') ?? ''))

/** The refusal in the provider's own words, cut and cleaned, where no better ones are given. */
export function refusalOf(answer: ProviderAnswer, sentence: string | null, token?: string): ProviderRefused {
  const { status } = answer
  const { message } = read(answer)
  // Whatever a provider repeats of what it was sent, its token is for nobody.
  const masked = token ? message.replaceAll(token, '…') : message
  const theirs = cleanText(masked.replaceAll(/\s+/g, ' '), MAX_CHARACTERS)
  return new ProviderRefused(status, sentence ?? `The provider refused (${status})${theirs ? `: ${theirs}` : '.'}`)
}
