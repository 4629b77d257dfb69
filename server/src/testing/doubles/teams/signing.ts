/** The keys by which Microsoft proves what it sends to bots, as its OpenID metadata lists them. */
import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

type Key = { kid: string; privateKey: CryptoKey; jwk: JWK }

export type TokenClaims = {
  issuer?: string
  audience?: string
  service_url?: string | null
  /** In seconds from now. */
  expires_in?: number
  not_before_in?: number
  /** A key that no metadata lists. */
  with_unknown_key?: boolean
}

async function createKey(endorsements: readonly string[]): Promise<Key> {
  const kid = randomUUID()
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig', endorsements }
  return { kid, privateKey, jwk }
}

/** `clock` is the time at which tokens are signed. */
export async function createSigning(issuer: string, clock: () => Date) {
  const listed = [await createKey(['msteams', 'webchat'])]
  let asked = 0

  return {
    /** How often the keys were asked for. */
    get asked() {
      return asked
    },
    keys() {
      asked++
      return { keys: listed.map(({ jwk }) => jwk) }
    },
    /** Microsoft signs with a new key from now on; earlier ones stay listed. */
    async rotate(endorsements: readonly string[] = ['msteams']) {
      listed.push(await createKey(endorsements))
    },
    async sign(audience: string, serviceUrl: string, claims: TokenClaims = {}): Promise<string> {
      const known = listed.at(-1)
      const key = claims.with_unknown_key || !known ? await createKey(['msteams']) : known
      const now = Math.floor(clock().getTime() / 1000)
      const { service_url = serviceUrl } = claims
      return new SignJWT(service_url === null ? {} : { serviceurl: service_url })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid })
        .setIssuer(claims.issuer ?? issuer)
        .setAudience(claims.audience ?? audience)
        .setNotBefore(now + (claims.not_before_in ?? -5))
        .setExpirationTime(now + (claims.expires_in ?? 3600))
        .sign(key.privateKey)
    },
  }
}
export type Signing = Awaited<ReturnType<typeof createSigning>>
