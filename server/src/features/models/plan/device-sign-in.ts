/** The device sign-in of OpenAI, as Codex does it: how an organization connects its ChatGPT plan without a key. */
import { z } from 'zod'
import type { Config } from '#platform/config.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import { accountOf, type PlanTokens, type TokenAnswer, tokensOf } from './tokens.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 256 * 1024
const MAX_WAIT_SECONDS = 60

/** `passing`: not reached, or not able to answer now. `refused`: it declined, with a code where it sent one. */
export type SignInFailure = { outcome: 'passing' | 'refused'; status: number | null; code: string }
export type Granted<T> = { outcome: 'granted'; value: T } | SignInFailure

export type UserCode = { device_auth_id: string; user_code: string; interval_seconds: number }
export const DeviceGrant = z.object({ authorization_code: z.string().min(1), code_verifier: z.string().min(1) })
export type DeviceGrant = z.infer<typeof DeviceGrant>

const CodeAnswer = z
  .object({
    device_auth_id: z.string().min(1),
    user_code: z.string().min(1).optional(),
    usercode: z.string().min(1).optional(),
    interval: z.coerce.number().positive().catch(5),
  })
  .transform(({ device_auth_id, user_code, usercode = '', interval }) => ({
    device_auth_id,
    user_code: user_code ?? usercode,
    interval_seconds: Math.min(Math.ceil(interval), MAX_WAIT_SECONDS),
  }))
  .refine(({ user_code }) => user_code !== '')

export const verificationUrl = ({ VENDOR_6_AUTH_URL }: Config): string => `${VENDOR_6_AUTH_URL}/codex/device`

export async function requestUserCode(config: Config): Promise<Granted<UserCode>> {
  const body = { client_id: config.VENDOR_6_CLIENT_ID }
  return readAs(CodeAnswer, await post(config, '/api/accounts/deviceauth/usercode', json(body)))
}

/** Null until the code has been entered. */
export async function pollForGrant(
  config: Config,
  code: Pick<UserCode, 'device_auth_id' | 'user_code'>,
): Promise<Granted<DeviceGrant> | null> {
  const answer = await post(config, '/api/accounts/deviceauth/token', json(code))
  if (answer.outcome === 'granted') return readAs(DeviceGrant, answer)
  const isDenied = /denied|declined/.test(answer.code)
  const isPending = answer.status === 403 || answer.status === 404 || /authorization_pending/.test(answer.code)
  return isPending && !isDenied ? null : answer
}

export function exchangeGrant(config: Config, grant: DeviceGrant): Promise<Granted<TokenAnswer>> {
  return askForTokens(config, {
    grant_type: 'authorization_code',
    code: grant.authorization_code,
    code_verifier: grant.code_verifier,
    redirect_uri: `${config.VENDOR_6_AUTH_URL}/deviceauth/callback`,
  })
}

/** The vendor accepts each refresh token once: the caller must have locked its row. */
export async function refreshPlanTokens(config: Config, before: PlanTokens): Promise<Granted<TokenAnswer>> {
  return askForTokens(config, { grant_type: 'refresh_token', refresh_token: before.refresh_token }, before)
}

/** Best effort: the connection is gone here whatever the vendor says. */
export async function revokePlanTokens(config: Config, { refresh_token }: PlanTokens): Promise<boolean> {
  const body = { token: refresh_token, token_type_hint: 'refresh_token', client_id: config.VENDOR_6_CLIENT_ID }
  return (await post(config, '/oauth/revoke', json(body))).outcome === 'granted'
}

async function askForTokens(
  config: Config,
  fields: Record<string, string>,
  before?: PlanTokens,
): Promise<Granted<TokenAnswer>> {
  const form = new URLSearchParams({ ...fields, client_id: config.VENDOR_6_CLIENT_ID })
  const answer = await post(config, '/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  if (answer.outcome !== 'granted') return answer
  const tokens = tokensOf(answer.value, before)
  return tokens ? { outcome: 'granted', value: { ...tokens, account: accountOf(answer.value) } } : unreadable
}

const json = (body: object) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const unreadable: SignInFailure = { outcome: 'refused', status: null, code: 'unreadable_answer' }

function readAs<T>(schema: z.ZodType<T>, answer: Granted<unknown>): Granted<T> {
  if (answer.outcome !== 'granted') return answer
  const parsed = schema.safeParse(answer.value)
  return parsed.success ? { outcome: 'granted', value: parsed.data } : unreadable
}

async function post(
  config: Config,
  path: string,
  request: { headers: Record<string, string>; body: string },
): Promise<Granted<unknown>> {
  try {
    const response = await fetch(`${config.VENDOR_6_AUTH_URL}${path}`, {
      method: 'POST',
      ...request,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body = parsed((await readLimited(response, MAX_ANSWER_BYTES)).toString())
    if (response.ok) return { outcome: 'granted', value: body }
    const { status } = response
    const isTransientError = status === 408 || status === 429 || status >= 500
    return { outcome: isTransientError ? 'passing' : 'refused', status, code: codeOf(body) }
  } catch {
    return { outcome: 'passing', status: null, code: '' }
  }
}

const Code = z.union([
  z.object({ error: z.object({ code: z.string() }) }).transform(({ error }) => error.code),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ code: z.string() }).transform(({ code }) => code),
])

const codeOf = (body: unknown): string => Code.safeParse(body).data ?? ''

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
