import { createHmac } from 'node:crypto'
import type { WebchatContact } from '#contracts/webchat.ts'
import { safeEqual } from '#platform/cipher.ts'
import { AppError } from '#platform/error.ts'
import { validationError } from '#platform/http/errors.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { Visitor, WebchatContext } from '../context.ts'
import type { WebchatSettingsRow } from '../table.ts'
import { fingerprint } from '../visitor-token.ts'

/** Before the ids that are made here, so that no page can name itself by one and become someone else's visitor. */
const GENERATED = 'anonymous:'

export const generatedExternalId = (): string => `${GENERATED}${newId()}`

/** Whether a visitor is who a page says they are, or nobody in particular. */
const isGenerated = (external_id: string): boolean => external_id.startsWith(GENERATED)

/** Whom a request speaks for, by the id under which they are known. */
export type Identity = { external_id: string; proof: string | null }

const mismatch = () => new AppError('forbidden', 'The token belongs to another contact', { code: 'CONTACT_MISMATCH' })
const notProven = () =>
  new AppError('forbidden', 'The identity of the contact is not proven', { code: 'IDENTITY_NOT_PROVEN' })

/** By the token, else by the contact that the page names; null where neither says anybody. Writes nothing. */
export function identify(ctx: WebchatContext, contact: WebchatContact = {}): Identity | null {
  const { known, rules } = ctx
  const named = contact.external_id
  if (named !== undefined && isGenerated(named)) {
    throw validationError([{ path: 'contact.external_id', message: `It cannot begin with ${GENERATED}` }])
  }
  const external_id = known?.contact_channel.external_id ?? named
  if (known && named !== undefined && named !== external_id) throw mismatch()
  const { identity_hash } = contact
  const proof = identity_hash === undefined ? null : prove(ctx, external_id, identity_hash)
  if (external_id === undefined) return null
  if (!known && rules?.identity_required && proof === null) throw notProven()
  return { external_id, proof: proof ?? known?.proof ?? null }
}

/** A proof that is wrong is refused also where none is asked for. */
function prove(ctx: WebchatContext, external_id: string | undefined, hash: string): string {
  if (external_id === undefined || !ctx.rules) throw notProven()
  const secret = secretOf(ctx, ctx.rules)
  const expected = createHmac('sha256', secret).update(external_id).digest('hex')
  if (!safeEqual(hash.toLowerCase(), expected)) throw notProven()
  return fingerprint(secret)
}

export const secretOf = ({ ports }: Pick<OrgContext, 'ports'>, rules: WebchatSettingsRow): string =>
  ports.cipher.decrypt(rules.identity_secret_sealed)

/**
 * Whether a token is still valid for its visitor. Where proof is required, an identity without proof or under an earlier
 * secret is not.
 */
export function isStillProven(
  ctx: Pick<OrgContext, 'ports'>,
  rules: WebchatSettingsRow | null,
  { contact_channel, proof }: Pick<Visitor, 'contact_channel' | 'proof'>,
): boolean {
  if (!rules?.identity_required || isGenerated(contact_channel.external_id)) return true
  return proof === fingerprint(secretOf(ctx, rules))
}
