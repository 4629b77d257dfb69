import { vendors } from '#contracts/parties.ts'
import { ModelFailure, type VendorConnection } from '../model-language.ts'
import { failureOf } from './failure.ts'
import { limitedFetch } from './limited-fetch.ts'
import { refusalReason } from './refusal-reason.ts'

const TIMEOUT_MS = 5000

/** The cheapest page that asks for the key; of OpenRouter the list of models is open to everyone. */
const pages = {
  vendor_1: '/models',
  vendor_2: '/key',
  vendor_3: '/models?pageSize=1',
  vendor_4: '/models?limit=1',
  vendor_5: '/models',
  custom: '/models',
} as const

/** `unverified`: the vendor could not be reached, or its answer was unclear. */
type KeyVerdict = 'accepted' | 'refused' | 'unverified'

/** The message of a refusal, with the vendor's reason unless that contains parts of the key. */
type KeyAnswer = { verdict: KeyVerdict; reason: string }

const unverified: KeyAnswer = { verdict: 'unverified', reason: '' }

/** Checks a key with its vendor. Free of charge, because no model is called. */
export async function checkKey(connection: VendorConnection): Promise<KeyAnswer> {
  const { provider, base_url } = connection
  if (provider === 'vendor_6') return unverified
  const base = base_url ?? vendors[provider].default_base_url
  if (base === null) return unverified

  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let body = ''
  try {
    const response = await limitedFetch(connection.fetch)(`${base}${pages[provider]}`, {
      headers: { accept: 'application/json', ...keyHeaders(connection) },
      redirect: 'manual',
      signal,
    })
    if (!response.ok) {
      body = await response.text()
      throw { statusCode: response.status, message: body }
    }
    await response.body?.cancel()
    return { verdict: 'accepted', reason: '' }
  } catch (error) {
    const failure = failureOf(error, connection, signal)
    if (!(failure instanceof ModelFailure) || failure.kind !== 'unauthorized') return unverified
    return { verdict: 'refused', reason: refusalReason(body, connection.api_key ?? '') }
  }
}

function keyHeaders({ provider, api_key }: VendorConnection): Record<string, string> {
  if (api_key === null) return {}
  if (provider === 'vendor_3') return { 'x-goog-api-key': api_key }
  if (provider === 'vendor_4') return { 'x-api-key': api_key, 'anthropic-version': '2023-06-01' }
  return { authorization: `Bearer ${api_key}` }
}
