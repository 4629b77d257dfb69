import { importJWK, type JWK } from 'jose'
import { fetch } from 'undici'
import { z } from 'zod'
import type { Context } from '#platform/context.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'

/** Microsoft asks for at least one refresh a day. */
const MAX_AGE_MS = 24 * 3_600_000
/** An unknown key id may be a new one, or made up by the caller: so often they are fetched for one. */
const UNKNOWN_KEY_INTERVAL_MS = 60_000
const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024

/** https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication */
const Metadata = z.object({ jwks_uri: z.url({ protocol: /^https?$/ }) })
const Keys = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.string(), endorsements: z.array(z.string()).optional() })),
})

type SigningKey = {
  key: Awaited<ReturnType<typeof importJWK>>
  /** The channels that the key may sign for, such as `msteams`. */
  endorsements: readonly string[]
}

type CachedKeys = { keys: ReadonlyMap<string, SigningKey>; fetched_at: number }

const cached = new Map<string, CachedKeys>()
const fetching = new Map<string, Promise<CachedKeys>>()

/** The key of that id; null where Microsoft has none. Throws where it cannot be asked. */
export async function findSigningKey(ctx: Context, kid: string): Promise<SigningKey | null> {
  const url = ctx.ports.config.TCHAT_OPENID_METADATA_URL
  const now = ctx.now().getTime()
  const current = cached.get(url)
  const found = current?.keys.get(kid)
  const age = now - (current?.fetched_at ?? Number.NEGATIVE_INFINITY)
  if (current && age < (found ? MAX_AGE_MS : UNKNOWN_KEY_INTERVAL_MS)) return found ?? null
  try {
    return (await fetchOnce(url, now)).keys.get(kid) ?? null
  } catch (error) {
    // A key that was good yesterday is better than no messages while Microsoft cannot be reached.
    if (found) return found
    throw error
  }
}

function fetchOnce(url: string, now: number): Promise<CachedKeys> {
  const existing = fetching.get(url)
  if (existing) return existing
  const begun = fetchKeys(url)
    .then((keys) => {
      const entry = { keys, fetched_at: now }
      cached.set(url, entry)
      return entry
    })
    .finally(() => fetching.delete(url))
  fetching.set(url, begun)
  return begun
}

async function fetchKeys(url: string): Promise<ReadonlyMap<string, SigningKey>> {
  const { jwks_uri } = Metadata.parse(await getJson(url))
  const { keys } = Keys.parse(await getJson(jwks_uri))
  const entries = keys
    .filter(({ kty }) => kty === 'RSA')
    .map(async ({ endorsements = [], ...jwk }): Promise<[string, SigningKey]> => {
      const key = await importJWK(jwk as JWK, 'RS256')
      return [jwk.kid, { key, endorsements }]
    })
  return new Map(await Promise.all(entries))
}

async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The signing keys could not be fetched: ${response.status}`)
  return JSON.parse((await readLimited(response, MAX_BYTES)).toString())
}
