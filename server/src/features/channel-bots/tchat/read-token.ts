import { decodeProtectedHeader, jwtVerify } from 'jose'
import { JOSEError } from 'jose/errors'
import { z } from 'zod'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { noValidToken } from '#platform/http/token-caller.ts'
import { isAllowedAddress } from './allowed-hosts.ts'
import { findSigningKey } from './signing-keys.ts'

/** Microsoft's own, for clocks that differ. */
const CLOCK_TOLERANCE_SECONDS = 300
/** The channel whose messages are taken; a key that is not endorsed for it signs for other channels of the Bot Framework. */
const ENDORSEMENT = 'msteams'

const Claims = z.object({ serviceurl: z.string() })

/**
 * Proves that a request comes from Teams and is for this bot, before its body is read:
 * https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication, "Connector to bot".
 * Answers with the service address that the token vouches for, which the activity in the body must name too.
 */
export async function readToken(ctx: Context, token: string, app_id: string): Promise<{ service_url: string }> {
  const { config } = ctx.ports
  try {
    const { kid, alg } = decodeProtectedHeader(token)
    if (!kid || alg !== 'RS256') throw noValidToken()
    const found = await signingKey(ctx, kid)
    if (!found?.endorsements.includes(ENDORSEMENT)) throw noValidToken()
    const { payload } = await jwtVerify(token, found.key, {
      issuer: config.TCHAT_TOKEN_ISSUER,
      audience: app_id,
      algorithms: ['RS256'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: ctx.now(),
      requiredClaims: ['exp'],
    })
    const claims = Claims.safeParse(payload)
    if (!claims.success || !isAllowedAddress(claims.data.serviceurl, config.TCHAT_ALLOWED_SERVICE_HOSTS)) {
      throw noValidToken()
    }
    return { service_url: claims.data.serviceurl }
  } catch (error) {
    // What jose refuses says which check failed; the caller learns only that one did.
    if (error instanceof JOSEError || error instanceof TypeError) throw noValidToken()
    throw error
  }
}

/** As Microsoft compares them: without the slash at the end, and whatever the case. */
export const isSameService = (one: string, other: string): boolean => normalized(one) === normalized(other)

const normalized = (url: string) => url.replace(/\/$/, '').toLowerCase()

async function signingKey(ctx: Context, kid: string) {
  try {
    return await findSigningKey(ctx, kid)
  } catch (error) {
    throw new AppError('unavailable', 'The signature cannot be checked at the moment', {
      code: 'SIGNING_KEYS_UNAVAILABLE',
      cause: error,
    })
  }
}
