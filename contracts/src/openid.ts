import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import * as openIdPaths from './paths/openid.ts'
import { SignedIn } from './sign-in.ts'
import { User } from './users.ts'

/** `state` is JSON text that may hold `inviteCode`, `returnPath` and `desktopAuthReturnTo`. */
const Start = z.object({ state: z.string().max(4096).optional(), select_account: z.literal('true').optional() })

/** What the provider sent back, whatever it is: a page of ours passes it on as it came. */
const Callback = z.looseObject({})

const AuthUrl = z.object({ auth_url: z.url() })

/** How the linked account is known at the identity provider. */
export const IdpaProfile = z.object({
  id: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
})
export type IdpaProfile = z.infer<typeof IdpaProfile>

/** Nothing is linked where the account was refused; `message` says why. */
export const MsgrLinked = z.object({
  success: z.boolean(),
  user: User.optional(),
  message: z.string().optional(),
  redirect_url: z.string(),
})
export type MsgrLinked = z.infer<typeof MsgrLinked>

export const openIdEndpoints = describeEndpoints(openIdPaths, {
  startAuthServer: {
    summary: 'Go to the auth server to sign in by one of its providers',
    params: z.object({ provider: z.string() }),
    query: Start,
    statuses: [302],
    errors: { 404: [] },
  },
  finishAuthServer: {
    summary: 'Sign in with what the auth server sent the browser back with',
    query: Callback,
    answer: SignedIn,
    errors: { 403: ['EMAIL_NOT_VERIFIED', 'EMAIL_TAKEN'], 404: [] },
  },
  startIdpa: {
    summary: 'Get the address at which to sign in by the identity provider',
    query: Start,
    answer: AuthUrl,
    errors: { 404: [], 503: [] },
  },
  finishIdpa: {
    summary: 'Sign in with what the identity provider sent the browser back with',
    query: Callback,
    answer: SignedIn,
    errors: { 403: ['EMAIL_NOT_VERIFIED', 'EMAIL_TAKEN'], 404: [] },
  },
  showIdpaProfile: {
    summary: 'Get the profile of the signed-in user at the identity provider',
    answer: IdpaProfile,
    errors: { 404: [] },
  },
  showLinkable: {
    summary: 'Tell which accounts the signed-in user could link here',
    answer: z.object({ msgr: z.boolean() }),
  },
  startMsgr: {
    summary: 'Get the address at which to link the signed-in user’s account of the chat platform',
    answer: AuthUrl,
    errors: { 404: [], 503: [] },
  },
  finishMsgr: {
    summary: 'Link the account that the chat platform sent the browser back with',
    query: Callback,
    answer: MsgrLinked,
    errors: { 404: [] },
  },
  unlinkMsgr: {
    summary: 'Unlink the account of the chat platform',
    answer: User,
  },
})
