import type { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { untilAborted } from '#platform/until-aborted.ts'
import { wallClock } from '#platform/wall-clock.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findIntegration } from '../access.ts'
import { labelOf, lacksScope } from '../accounts/provider.ts'
import { type AccountRef, findToken, loseAccount, mustReconnect, notConnected } from '../accounts/refresh-tokens.ts'
import type { Account, AccountRequest } from './account.ts'
import { isThrottled, lacksAccess, refusalOf } from './refusal.ts'
import { isProviderUrl, type ProviderAnswer, sendOnce } from './send-once.ts'
import { inTime, waitMsOf } from './wait.ts'

const MAX_TRIES = 3

/** The account that someone connected for a teammate, to be used until the signal ends. */
export async function openAccount(
  ctx: OrgContext,
  teammate: AccountRef['teammate'],
  service: AccountRef['service'],
  signal: AbortSignal,
): Promise<Account> {
  const of = { teammate, service }
  const row = await findIntegration(ctx, teammate, service)
  if (!row) throw notConnected(service)
  if (row.status === 'invalid') throw mustReconnect(service)

  async function send<T>(request: AccountRequest, read: (answer: ProviderAnswer) => T): Promise<T> {
    const seconds = ctx.ports.config.CONNECTOR_TIMEOUT
    const clock = wallClock(signal, seconds, 'The provider took too long')
    try {
      return read(await ask(ctx, of, request, { signal: clock.signal, ends_at: Date.now() + seconds * 1000 }))
    } catch (error) {
      signal.throwIfAborted()
      throw sentenceOf(error, labelOf(service), clock.signal)
    } finally {
      clock.stop()
    }
  }

  return {
    service,
    json: (answer, request) => send(request, ({ body }) => parse(answer, body)),
    bytes: (request) => send(request, ({ body }) => body),
    done: (request) => send(request, () => undefined),
    location: (request) => send(request, ({ headers }) => headers.get('location') ?? unexpected()),
  }
}

type Time = { signal: AbortSignal; ends_at: number }

/** Asks until there is an answer: with a renewed token where the first one has ended, and again after a refusal for load. */
async function ask(ctx: OrgContext, of: AccountRef, request: AccountRequest, time: Time): Promise<ProviderAnswer> {
  const isRepeatable = request.repeatable ?? (request.method ?? 'GET') === 'GET'
  const isOwn = isProviderUrl(ctx.ports.config, of.service, request.url)
  let found = isOwn ? await untilAborted(findToken(ctx, of), time.signal) : null
  let isRenewed = false
  for (let tries = 1; ; tries++) {
    const answer = await sendOnce(ctx, of.service, request, found?.access_token ?? null, time.signal)
    const { status, headers, is_theirs } = answer
    if (status >= 200 && status < 300) return answer
    // Only who reads the token can say that it has ended, or that more should have been granted.
    if (status === 401 && found && is_theirs) {
      if (isRenewed) {
        await loseAccount(ctx, of, found.row)
        throw mustReconnect(of.service)
      }
      isRenewed = true
      found = await untilAborted(findToken(ctx, of, found.access_token), time.signal)
      tries--
      continue
    }
    const lacks = lacksAccess(answer) || (status === 403 && found && !isThrottled(answer) && lacksScope(found.row))
    if (lacks && is_theirs) {
      throw refusalOf(answer, `The ${labelOf(of.service)} account was connected without this access. Reconnect it.`)
    }
    const wait_ms = isRepeatable && tries < MAX_TRIES && isThrottled(answer) ? waitMsOf(headers, tries) : null
    if (wait_ms === null || Date.now() + wait_ms >= time.ends_at) throw refusalOf(answer, null, found?.access_token)
    await inTime(wait_ms, time.signal)
  }
}

function parse<T>(answer: z.ZodType<T>, body: Buffer): T {
  const read = answer.safeParse(toJson(body))
  return read.success ? read.data : unexpected()
}

function unexpected(): never {
  throw new AppError('unprocessable', 'The provider answered with something else than expected.')
}

function toJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Whatever went wrong on the way, without anything of what was sent. */
function sentenceOf(error: unknown, label: string, signal: AbortSignal): unknown {
  if (error instanceof AppError) return error
  if (signal.aborted) return new AppError('unprocessable', `${label} took too long to answer.`)
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === 'ADDRESS_REFUSED') return new AppError('unprocessable', cause.message)
  if (error instanceof TypeError) return new AppError('unprocessable', `${label} cannot be reached at the moment.`)
  return error
}
