import { lt } from 'drizzle-orm'
import { hashSecret, randomToken } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { Reply } from '#platform/route.ts'
import { findSession, type SignedIn } from '../../users/find-session.ts'
import { desktopCodes } from '../table.ts'
import { CONSENT_MS, createConsentToken, isConsentToken } from './consent-token.ts'
import { type DesktopQuery, type DesktopRequest, queryOf, readDesktopRequest } from './desktop-request.ts'

const CONSENT_PAGE = '/desktop-auth/authorize'

type Query = DesktopQuery & { consent_token?: string | undefined }

/**
 * Sends the browser to the consent page, and with that page's consent on to the app with a one-time code. Without a session
 * it is the consent page that leads to the sign-in, and from there back here (contract, "Sign-in methods", 12).
 */
export async function authorizeDesktop(ctx: Context, query: Query, cookie: string | null): Promise<Reply<null>> {
  const request = readDesktopRequest(query)
  // The page explains that it is no valid request: it is given nowhere to return to.
  if (!request) return redirect(CONSENT_PAGE)
  const signedIn = cookie ? await findSession(ctx, cookie) : null
  if (!signedIn) return askForConsent(request, null)
  const { consent_token = '' } = query
  const isAgreed = isConsentToken(ctx, consent_token, signedIn.session.id, request)
  const code = isAgreed ? await createCode(ctx, signedIn, request, consent_token) : null
  // Also where the token has given a code before: then the person is asked again.
  if (code === null) return askForConsent(request, createConsentToken(ctx, signedIn.session.id, request))
  const location = new URL(request.redirect_uri)
  location.searchParams.set('code', code)
  if (request.state !== undefined) location.searchParams.set('state', request.state)
  return redirect(location.href)
}

/** Null where the consent token has given its code already. */
async function createCode(
  ctx: Context,
  { session, user }: SignedIn,
  { code_challenge, device_name }: DesktopRequest,
  consent_token: string,
): Promise<string | null> {
  const code = randomToken(32)
  await ctx.db.delete(desktopCodes).where(lt(desktopCodes.created_at, new Date(ctx.now().getTime() - CONSENT_MS)))
  const created = await ctx.db
    .insert(desktopCodes)
    .values({
      id: hashSecret(code),
      consent_hash: hashSecret(consent_token),
      session_id: session.id,
      user_id: user.id,
      code_challenge,
      device_name,
      created_at: ctx.now(),
    })
    .onConflictDoNothing({ target: desktopCodes.consent_hash })
    .returning({ id: desktopCodes.id })
  return created.length > 0 ? code : null
}

function askForConsent(request: DesktopRequest, consent_token: string | null): Reply<null> {
  const params = new URLSearchParams({
    return_to: `/api${CONSENT_PAGE}?${queryOf(request)}`,
    ...(consent_token && { consent_token }),
    device_name: request.device_name,
  })
  return redirect(`${CONSENT_PAGE}?${params}`)
}

/** Codes and tokens in addresses are for nobody else: not for a cache, and not for the page that comes next. */
const redirect = (location: string): Reply<null> =>
  new Reply(null, { status: 302, headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } })
