import { z } from 'zod'
import { EmailAddress } from './email-address.ts'
import { describeEndpoints } from './endpoint.ts'
import { OrganizationStatus, Role } from './organizations.ts'
import { Done, Instant } from './page.ts'
import * as signInPaths from './paths/sign-in.ts'
import { WhoAmI } from './users.ts'

export const AuthProvider = z.object({
  id: z.string(),
  type: z.enum(['redirect', 'credentials', 'ldap-single']),
  label: z.string(),
  icon_svg: z.string().optional(),
  start_url: z.string().optional(),
})
export type AuthProvider = z.infer<typeof AuthProvider>
export const AuthProviders = z.array(AuthProvider)

export const AuthStatus = z.object({ authenticated: z.boolean(), user_id: z.uuid().nullable() })

export const DevUsers = z.object({
  users: z.array(
    z.object({
      id: z.uuid(),
      name: z.string().nullable(),
      email: z.string(),
      picture: z.string().nullable(),
      is_admin: z.boolean(),
    }),
  ),
})
export type DevUsers = z.infer<typeof DevUsers>

/** `state` is JSON text that may hold `returnPath` and `inviteCode`. */
export const DevLogin = z.object({ user_id: z.uuid(), state: z.string().max(4096).optional() })
/** Where the browser continues to; without success the invite was not accepted, and `message` says why. */
export const SignedIn = z.object({ success: z.boolean(), message: z.string().optional(), redirect_url: z.string() })
export type SignedIn = z.infer<typeof SignedIn>
export const SignedOut = z.object({ success: z.literal(true), logout_url: z.string().optional() })

export const LdapSignIn = z.object({
  username: z.string().trim().min(1).max(256),
  password: z.string().min(1).max(1024),
  inviteCode: z.string().max(200).optional(),
  returnPath: z.string().max(4096).optional(),
})
export type LdapSignIn = z.infer<typeof LdapSignIn>

/** What a link from the server's console is for: to set a fresh server up, or to sign one person in. */
export const OperatorLink = z.object({
  kind: z.enum(['setup', 'sign_in']),
  person: z.object({ name: z.string().nullable(), email: z.string() }).nullable(),
})
export type OperatorLink = z.infer<typeof OperatorLink>

const operatorLink = z.object({ token: z.string() })

export const SetUp = z.object({
  name: z.string().trim().min(1).max(200),
  email: EmailAddress,
  organization: z.string().trim().min(1).max(200),
})
export type SetUp = z.infer<typeof SetUp>

/** A browser or a desktop app that is signed in. */
export const Session = z.object({
  id: z.uuid(),
  created_at: Instant,
  /** Exact to the hour. */
  last_used_at: Instant,
  user_agent: z.string().nullable(),
  /** What a desktop app calls the computer that it runs on; null for a browser. */
  device_name: z.string().nullable(),
  address: z.string().nullable(),
  /** Whether the request came with this one. */
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** An organization that the signed-in user may switch to. */
export const OrganizationOfUser = z.object({ id: z.uuid(), name: z.string(), status: OrganizationStatus, role: Role })
export type OrganizationOfUser = z.infer<typeof OrganizationOfUser>

export const signInEndpoints = describeEndpoints(signInPaths, {
  whoAmI: {
    summary: 'Get the signed-in user and their current organization',
    answer: WhoAmI,
  },
  listAuthProviders: {
    summary: 'List sign-in methods',
    answer: AuthProviders,
  },
  showAuthStatus: {
    summary: 'Check whether there is a session',
    answer: AuthStatus,
  },
  listSessions: {
    summary: 'List where the signed-in user is signed in, the latest use first',
    answer: z.array(Session),
  },
  endOtherSessions: {
    summary: 'Sign out everywhere but here',
    answer: Done,
  },
  endSession: {
    summary: 'End one session of the signed-in user',
    params: z.object({ session_id: z.uuid() }),
    answer: Done,
    errors: { 404: [] },
  },
  listOrganizations: {
    summary: 'List the organizations of the signed-in user, by name',
    answer: z.array(OrganizationOfUser),
  },
  chooseOrganization: {
    summary: 'Switch to another organization of the signed-in user',
    body: z.object({ organization_id: z.uuid().toLowerCase() }),
    answer: Done,
    errors: { 404: [] },
  },
  signOut: {
    summary: 'Sign out',
    answer: SignedOut,
  },
  signInWithLdap: {
    summary: 'Sign in with the user name and the password of a directory',
    body: LdapSignIn,
    answer: SignedIn,
    errors: {
      401: [],
      403: ['EMAIL_NOT_VERIFIED', 'EMAIL_TAKEN'],
      404: [],
      503: ['LDAP_UNAVAILABLE'],
      504: ['LDAP_TIMEOUT'],
    },
  },
  showOperatorLink: {
    summary: 'Show what a link from the server’s console is for',
    params: operatorLink,
    answer: OperatorLink,
    errors: { 404: [] },
  },
  setUp: {
    summary: 'Make the first user and organization of a fresh server, by a link from its console',
    params: operatorLink,
    body: SetUp,
    answer: SignedIn,
    errors: { 404: [] },
  },
  signInByOperatorLink: {
    summary: 'Sign in by a link from the server’s console',
    params: operatorLink,
    answer: SignedIn,
    errors: { 404: [] },
  },
  listDevUsers: {
    summary: 'Development only: list the users to sign in as without a password',
    answer: DevUsers,
  },
  signInAsDevUser: {
    summary: 'Development only: sign in as a user without a password',
    body: DevLogin,
    answer: SignedIn,
    errors: { 404: [] },
  },
})
