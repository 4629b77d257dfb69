import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import * as desktopAuthPaths from './paths/desktop-auth.ts'

/** As in RFC 7636: 43 to 128 characters of this set. */
const CodeVerifier = z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/)

/** The app has a session like a browser: the answer sets the session cookie. */
export const DesktopSignedIn = z.object({ success: z.literal(true), user_id: z.uuid() })

export const desktopAuthEndpoints = describeEndpoints(desktopAuthPaths, {
  /**
   * An app opens this address in the browser with `redirect_uri` (on the loopback interface, with any port),
   * `code_challenge` (S256, RFC 7636), and optionally `state` and `device_name`. The browser is sent to the consent page, and
   * from there back here with the `consent_token` that the page was given; then the app gets `code` and `state` at its
   * `redirect_uri`. Everything is optional in the schema because what is wrong is explained by that page.
   */
  authorizeDesktop: {
    summary: 'Ask the signed-in person to let a desktop app in',
    query: z.object({
      redirect_uri: z.string().optional(),
      code_challenge: z.string().optional(),
      state: z.string().optional(),
      device_name: z.string().optional(),
      consent_token: z.string().optional(),
    }),
    statuses: [302],
  },
  signInDesktop: {
    summary: 'Sign a desktop app in with the one-time code that it was given',
    body: z.object({ code: z.string().min(1).max(200), code_verifier: CodeVerifier }),
    answer: DesktopSignedIn,
    errors: { 401: [] },
  },
})
