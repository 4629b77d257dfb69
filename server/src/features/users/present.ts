import type { User } from '#contracts/users.ts'
import type { UserRow } from './table.ts'

const trimmed = (text: string | null) => text?.trim() || null

export function presentUser(user: UserRow): User {
  return {
    id: user.id,
    name: trimmed(user.name),
    picture: trimmed(user.picture),
    email: user.email,
    is_admin: user.is_admin,
    current_organization_id: user.current_organization_id,
    msgr_account: msgrAccountOf(user),
  }
}

export function msgrAccountOf({ msgr_account_id: id, msgr_username: username, msgr_name: name }: UserRow): User['msgr_account'] {
  return id === null ? null : { id, username, name }
}
