import type { Context } from '#platform/context.ts'
import { changeProfile } from '../users/change-profile.ts'
import type { UserRow } from '../users/table.ts'
import type { ProvenIdentity } from './proven-identity.ts'

const MOST_OF_NAME = 200
const MOST_OF_PICTURE = 2048

/** The name and the picture that a provider gives, as far as they can be shown. */
export function profileOf({ name, picture }: ProvenIdentity): { name: string | null; picture: string | null } {
  return {
    name: name?.trim().slice(0, MOST_OF_NAME).toWellFormed() || null,
    picture: picture && isPicture(picture) ? picture : null,
  }
}

const isPicture = (address: string): boolean =>
  address.length <= MOST_OF_PICTURE && /^https?:$/.test(URL.parse(address)?.protocol ?? '')

/** Takes over what the provider says today; what it does not say stays (contract, "User", rule 2). */
export async function keepProfile(ctx: Context, user: UserRow, identity: ProvenIdentity): Promise<void> {
  const { name, picture } = profileOf(identity)
  const profile = { name: name ?? user.name, picture: picture ?? user.picture }
  if (profile.name !== user.name || profile.picture !== user.picture) await changeProfile(ctx, user.id, profile)
}
