import { z } from 'zod'
import { duration, flag, issuer, json } from './values.ts'

/** What the auth server brokers, each with the hint parameters that select it there. */
const BrokeredProvider = z.object({
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** `credentials` announces a form that signs nobody in yet (contract, "Sign-in methods", 3). */
  type: z.enum(['redirect', 'credentials']).default('redirect'),
  label: z.string(),
  icon_svg: z.string().optional(),
  params: z.record(z.string(), z.string()).default({}),
})

const positive = duration.refine((seconds) => seconds > 0, 'must be more than nothing')

export const signIn = {
  SESSION_COOKIE_NAME: z
    .string()
    .regex(/^[\w-]+$/)
    .default('sessionId')
    .describe('The name of the session cookie.'),
  COOKIE_TTL: duration.default(7 * 86_400).describe('How long a browser keeps the session cookie.'),
  COOKIE_DOMAIN: z
    .string()
    .optional()
    .meta({ description: 'The domain of the session cookie.', fallback: 'the host alone' }),
  LOCAL_DEV_AUTH_ENABLED: flag.optional().meta({
    description: 'Sign-in without a password, from this machine alone. Never in production.',
    fallback: '`true` in development',
  }),
  ONE_ORGANIZATION_MODE: flag.default(false).describe('Whether everybody who signs in belongs to one organization.'),
  ONLY_INVITED_USERS: flag.default(false).describe('Whether only people with an invite get an account.'),
  AUTH_SERVER_ISSUER: issuer.optional().describe('An OpenID Connect server that people sign in with.'),
  AUTH_SERVER_CLIENT_ID: z.string().optional().describe('This server’s client ID there.'),
  AUTH_SERVER_CLIENT_SECRET: z.string().optional().describe('Its secret, where the client has one.'),
  AUTH_SERVER_PROVIDERS: json
    .pipe(z.array(BrokeredProvider))
    .default([])
    .describe(
      'A JSON list of the providers that it brokers, each a button: `id`, `label`, `type`, `icon_svg`, `params`.',
    ),
  AUTH_SERVER_TRUST_EMAIL: flag
    .default(false)
    .describe('Treats every e-mail address that the auth server names as verified.'),
  AUTH_SERVER_IDP_CLAIM: z
    .string()
    .min(1)
    .default('identity_provider')
    .describe('The claim that names the provider behind the auth server.'),
  AUTH_SERVER_IDP_SUBJECT_CLAIM: z
    .string()
    .min(1)
    .default('identity_provider_identity')
    .describe('The claim with the person’s identity at that provider.'),
  AUTH_SERVER_IDPA_ALIAS: z
    .string()
    .min(1)
    .default('google')
    .describe('The auth server’s name for the provider of `IDPA_CLIENT_ID`.'),
  SIGN_IN_TIMEOUT: positive.default(10).describe('How long one exchange with a provider may take.'),
  SIGN_IN_ALLOW_HTTP: flag
    .default(false)
    .describe('Allows plain HTTP to providers in production, for those in the same private network.'),
  LDAP_URL: z
    .string()
    .regex(/^ldaps?:\/\//, 'must start with ldap:// or ldaps://')
    .optional()
    .describe('A directory that people sign in with: `ldaps://…`, or `ldap://…` with `LDAP_START_TLS`.'),
  LDAP_LABEL: z.string().default('Company account').describe('What the sign-in page calls it.'),
  LDAP_START_TLS: flag.default(false).describe('Encrypts a connection to `ldap://…` before anything is sent.'),
  LDAP_CA: z
    .string()
    .optional()
    .describe('The certificate authority of the directory: PEM text, or the path of a file with it.'),
  LDAP_BIND_DN: z.string().optional().describe('Who searches the directory. Without it the search is anonymous.'),
  LDAP_BIND_PASSWORD: z.string().optional().describe('The password for that.'),
  LDAP_SEARCH_BASE: z.string().optional().describe('Where people are searched. Required with `LDAP_URL`.'),
  LDAP_FILTER: z
    .string()
    .refine((filter) => filter.includes('{username}'), 'must contain {username}')
    .default('(|(uid={username})(mail={username})(sAMAccountName={username})(userPrincipalName={username}))')
    .describe('How a person is found by what they type.'),
  LDAP_TIMEOUT: positive.default(15).describe('How long a whole sign-in with the directory may take.'),
  MSGR_LOGIN_URL: issuer.default('https://oauth.telegram.org').describe('Where people link their Telegram account.'),
  MSGR_LOGIN_CLIENT_ID: z.string().optional().describe('This server’s client ID there.'),
  MSGR_LOGIN_CLIENT_SECRET: z.string().optional().describe('Its secret.'),
}
