import type { User } from '#contracts/users.ts'
import type { UserRow } from './table.ts'

const trimmed = (text: string | null) => text?.trim() || null

/** What a linked account says of its owner. */
type LinkedProfile = { name: string | null; picture: string | null }

export function presentUser(user: UserRow, linked: LinkedProfile | null = null): User {
  return {
    id: user.id,
    name: trimmed(user.name) ?? trimmed(linked?.name ?? null),
    picture: trimmed(user.picture) ?? trimmed(linked?.picture ?? null),
    email: user.email,
    is_admin: user.is_admin,
    current_organization_id: user.current_organization_id,
    msgr_account: msgrAccountOf(user),
  }
}

export function msgrAccountOf({
  msgr_account_id: id,
  msgr_username: username,
  msgr_name: name,
}: UserRow): User['msgr_account'] {
  return id === null ? null : { id, username, name }
}
