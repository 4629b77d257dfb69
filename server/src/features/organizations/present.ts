import type { CurrentOrganization, Organization, Role } from '#contracts/organizations.ts'
import type { OrganizationRow } from './table.ts'

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
