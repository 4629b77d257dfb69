import type { Context } from '#platform/context.ts'
import { changeProfile } from '../users/change-profile.ts'
import type { UserRow } from '../users/table.ts'
import type { VerifiedIdentity } from './verified-identity.ts'

const MAX_NAME_LENGTH = 200
const MAX_PICTURE_URL_LENGTH = 2048

/** The name and the picture that a provider gives, as far as they can be shown. */
export function profileOf({ name, picture }: VerifiedIdentity): { name: string | null; picture: string | null } {
  return {
    name: name?.trim().slice(0, MAX_NAME_LENGTH).toWellFormed() || null,
    picture: picture && isPicture(picture) ? picture : null,
  }
}

const isPicture = (address: string): boolean =>
  address.length <= MAX_PICTURE_URL_LENGTH && /^https?:$/.test(URL.parse(address)?.protocol ?? '')

/** Takes over what the provider says today; what it does not say stays (contract, "User", rule 2). */
export async function saveProfile(ctx: Context, user: UserRow, identity: VerifiedIdentity): Promise<void> {
  const { name, picture } = profileOf(identity)
  const profile = { name: name ?? user.name, picture: picture ?? user.picture }
  if (profile.name !== user.name || profile.picture !== user.picture) await changeProfile(ctx, user.id, profile)
}
