import type { CurrentOrganization, Organization, Role } from '#contracts/organizations.ts'
import type { StaffUser } from '#contracts/staff.ts'
import type { AuditDetails } from '#platform/audit-action.ts'
import { AppError } from '#platform/error.ts'
import { presentUser } from '../users/present.ts'
import type { UserRow } from '../users/table.ts'
import type { MembershipRow, OrganizationRow } from './table.ts'

export function presentOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    ai_default_model: row.ai_default_model === null ? null : String(row.ai_default_model),
    is_debug_mode: row.is_debug_mode,
    use_lazy_tools: row.use_lazy_tools,
    is_auto_compacting_enabled: row.is_auto_compacting_enabled,
    ai_employee_daily_cost_limit_usd: row.ai_employee_daily_cost_limit_usd,
    available_tokens: row.available_tokens,
    public_api_key: row.public_api_key,
  }
}

export function presentCurrentOrganization(row: OrganizationRow, role: Role): CurrentOrganization {
  return { ...presentOrganization(row), role }
}

/** A membership with its user. */
export type MemberRow = { membership: MembershipRow; user: UserRow }

export const noSuchMember = () => new AppError('not_found', 'Person not found')

export function presentMember({ membership, user }: MemberRow): StaffUser {
  const { id, name, picture, email } = presentUser(user)
  return {
    id,
    organization_id: membership.organization_id,
    name,
    email,
    picture,
    role: membership.role,
    joined_at: membership.created_at.toISOString(),
  }
}

export const memberSubject = ({ user }: MemberRow): AuditDetails['subject'] => ({
  type: 'user',
  id: user.id,
  name: presentUser(user).name ?? user.email,
})
