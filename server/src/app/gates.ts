import { msgrPlatform, wchatApp, wchatPlatform } from '#features/channel-bots/recognize-platform.ts'
import { sentToken } from '#features/mcp/recognize-token.ts'
import { publicTrigger } from '#features/triggers/recognize-trigger.ts'
import { hashSecret } from '#platform/cipher.ts'
import type { CallerLimit, Gate, Refusals } from '#platform/http/refusals.ts'
import type { Caller } from '#platform/route.ts'
import { keyOf } from './callers.ts'

const inactive: Refusals = { 403: ['ORGANIZATION_INACTIVE'] }
const signedIn: Refusals = { 401: [], 403: [] }
const inOrganization: Refusals = { ...signedIn, ...inactive, 404: [] }
/** Each key for itself: an organization that has another one is not held up by what this one does. */
const perKey: CallerLimit = {
  of: ({ PRIVATE_API_RATE }) => (PRIVATE_API_RATE ? { name: 'private-key', per_minute: PRIVATE_API_RATE } : null),
  by: (request) => hashSecret(keyOf(request)),
}

/** Each token for itself, no matter to whom else its person has given one. */
const perToken: CallerLimit = {
  of: ({ MCP_TOKEN_RATE }) => ({ name: 'hosted-token', per_minute: MCP_TOKEN_RATE }),
  by: (request) => hashSecret(sentToken(request) ?? ''),
}

/** An address that guesses keys, and a key that passes its limit, have to wait. */
const byKey: Refusals = { 401: [], ...inactive, 429: [] }

/** A token that is not valid is refused also where none is needed. */
const byPublicKey: Refusals = { 401: ['WEBCHAT_TOKEN_INVALID'], ...inactive, 429: [] }

/** How each caller proves who they are, and what they are refused with before anything of the request is read. */
export const gates: { readonly [Name in Caller]: Gate } = {
  anyone: { security: null, refusals: {} },
  local_developer: { security: null, refusals: { 404: [] } },
  user: { security: 'session', refusals: signedIn },
  developer: { security: 'session', refusals: signedIn },
  member: { security: 'session', refusals: inOrganization },
  admin: { security: 'session', refusals: inOrganization },
  owner: { security: 'session', refusals: inOrganization },
  private_key: { security: 'private_key', refusals: byKey, limit: perKey },
  teammate_viewer: { security: 'session', refusals: inOrganization },
  teammate_editor: { security: 'session', refusals: inOrganization },
  teammate_key: { security: 'private_key', refusals: { ...byKey, 404: [] }, limit: perKey },
  visitor: { security: 'public_key', refusals: byPublicKey },
  public_trigger: {
    security: null,
    proof:
      'The public key in the path names the organization. A trigger may ask for its secret in `x-trigger-secret`, or for a signature of the body in `x-signature-256`.',
    bodyLimitBytes: publicTrigger.bodyLimitBytes,
    refusals: { 401: [], ...inactive, 404: [], 429: [] },
  },
  hosted_token: {
    security: null,
    proof: 'A hosted token as `Authorization: Bearer <token>`, or as it is in the header `api-key`.',
    refusals: byKey,
    limit: perToken,
  },
  msgr_platform: {
    security: null,
    proof: 'The secret that Telegram was given with the address, as `x-telegram-bot-api-secret-token`.',
    bodyLimitBytes: msgrPlatform.bodyLimitBytes,
    refusals: { 401: [] },
  },
  wchat_platform: {
    security: null,
    proof:
      'The signature that Slack makes with the signing secret of the app, as `x-slack-signature` and `x-slack-request-timestamp`. A challenge needs none.',
    bodyLimitBytes: wchatPlatform.bodyLimitBytes,
    refusals: { 401: [] },
  },
  tchat_platform: {
    security: null,
    proof: 'A token that Microsoft signed for the bot, as `Authorization: Bearer <token>`.',
    refusals: { 401: [], 429: [], 503: ['SIGNING_KEYS_UNAVAILABLE'] },
  },
  wchat_app: {
    security: null,
    proof:
      'The signature that Slack makes with the signing secret of the server’s own app, as `x-slack-signature` and `x-slack-request-timestamp`.',
    bodyLimitBytes: wchatApp.bodyLimitBytes,
    refusals: { 401: [] },
  },
  known_visitor: { security: 'public_key', refusals: byPublicKey, proof: 'A live `webchat-token` is needed.' },
}
