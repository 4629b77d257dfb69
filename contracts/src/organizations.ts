import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Name } from './name.ts'
import * as organizationPaths from './paths/organizations.ts'

export const Role = z.enum(['owner', 'admin', 'member'])
export type Role = z.infer<typeof Role>

export const OrganizationStatus = z.enum(['active', 'inactive'])

export const Organization = z.object({
  id: z.uuid(),
  name: z.string(),
  status: OrganizationStatus,
  ai_default_model: z.string().nullable(),
  is_debug_mode: z.boolean(),
  use_lazy_tools: z.boolean(),
  is_auto_compacting_enabled: z.boolean(),
  ai_employee_daily_cost_limit_usd: z.number().nullable(),
  /** Credits: one is 0.01 USD of model cost on the platform's own vendor keys. */
  available_tokens: z.number(),
  public_api_key: z.string(),
})
export type Organization = z.infer<typeof Organization>

export const CurrentOrganization = Organization.extend({ role: Role })
export type CurrentOrganization = z.infer<typeof CurrentOrganization>

export const UpdateOrganization = z
  .object({
    name: Name,
    ai_default_model: z.string().nullable(),
    is_debug_mode: z.boolean(),
    use_lazy_tools: z.boolean(),
    is_auto_compacting_enabled: z.boolean(),
  })
  .partial()
export type UpdateOrganization = z.infer<typeof UpdateOrganization>

export const UpdateDailyCostLimit = z.object({
  ai_employee_daily_cost_limit_usd: z
    .number()
    .min(0.01)
    .max(1_000_000)
    .refine((amount) => Number(amount.toFixed(2)) === amount, 'At most two decimals')
    .nullable(),
})
export type UpdateDailyCostLimit = z.infer<typeof UpdateDailyCostLimit>

/** The private key is masked here; a page that copies it fetches the whole one, which is logged. */
export const ApiKeys = z.object({ public_api_key: z.string(), private_api_key: z.string() })
export type ApiKeys = z.infer<typeof ApiKeys>
export const PrivateApiKey = z.object({ private_api_key: z.string() })

export const organizationEndpoints = describeEndpoints(organizationPaths, {
  updateOrganization: {
    summary: 'Update the organization’s settings',
    body: UpdateOrganization,
    answer: Organization,
    errors: { 400: ['UNKNOWN_MODEL', 'NOT_A_CHAT_MODEL'] },
  },
  updateDailyCostLimit: {
    summary: 'Set the daily spending limit per teammate',
    body: UpdateDailyCostLimit,
    answer: Organization,
  },
  showApiKeys: {
    summary: 'Get the organization’s API keys, the private key masked',
    answer: ApiKeys,
  },
  revealPrivateApiKey: {
    summary: 'Reveal the private API key; this is recorded',
    answer: PrivateApiKey,
  },
  rotatePrivateApiKey: {
    summary: 'Rotate the private API key; the old one stops working immediately',
    answer: PrivateApiKey,
  },
  rotatePublicApiKey: {
    summary: 'Rotate the public API key; the old one stops working immediately',
    answer: ApiKeys,
  },
})
