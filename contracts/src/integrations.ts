import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as integrationPaths from './paths/integrations.ts'

export const IntegrationService = z.enum(['idpa', 'idpb'])

/** The account of an identity provider with which a teammate works, connected or not. */
export const Integration = z.object({
  organization_id: z.uuid(),
  employee_id: z.uuid(),
  service: IntegrationService,
  /** False where the operator has not set up the provider. */
  is_available: z.boolean(),
  is_connected: z.boolean(),
  /** Null where nobody knows, as when the provider could not be reached or nothing is connected. */
  is_valid: z.boolean().nullable(),
  /** True where the account was connected without an access that a toolset needs. */
  needs_reconnect: z.boolean(),
  /** How the provider knows the account, such as its address. */
  account: z.string().nullable(),
  /** The person who connected it, who may have left the organization since; null where nobody knows. */
  connected_by: z.object({ id: z.uuid(), name: z.string(), has_left: z.boolean() }).nullable(),
  connected_at: Instant.nullable(),
  checked_at: Instant.nullable(),
})
export type Integration = z.infer<typeof Integration>

/** One of a list that goes over teammates. */
export const ConnectedAccount = Integration.extend({ teammate: z.object({ id: z.uuid(), name: z.string() }) })
export type ConnectedAccount = z.infer<typeof ConnectedAccount>

/** An account of a teammate was connected, lost, tried or taken away. */
export const IntegrationChanged = z.object({
  organization_id: z.uuid(),
  employee_id: z.uuid(),
  service: IntegrationService,
})

const OneService = z.object({ service: IntegrationService })
const OfTeammate = z.object({ organization_id: z.uuid(), employee_id: z.uuid() })

export const integrationEndpoints = describeEndpoints(integrationPaths, {
  startIntegration: {
    summary: 'Get the address at which to connect an account to a teammate',
    params: OneService,
    query: z.object({ employee_id: z.uuid().toLowerCase() }),
    answer: z.object({ auth_url: z.url() }),
    errors: { 404: [], 409: ['INTEGRATION_UNAVAILABLE'] },
  },
  finishIntegration: {
    summary: 'Connect the account with what the provider sent the browser back with, and assign its toolsets',
    params: OneService,
    body: z.object({ code: z.string().min(1).max(4096), state: z.string().min(1).max(4096) }),
    answer: Integration,
    errors: {
      400: ['INTEGRATION_STATE_INVALID'],
      404: [],
      409: ['INTEGRATION_UNAVAILABLE'],
      422: ['INTEGRATION_REFUSED'],
      503: [],
    },
  },
  listConnectedAccounts: {
    summary: 'List the accounts that are connected to teammates',
    query: pageQuery({ limit: 50, max: 100 }),
    answer: pageOf(ConnectedAccount),
  },
  listIntegrations: {
    summary: 'List the accounts of a teammate, one for each provider, connected or not',
    params: OfTeammate,
    answer: z.object({ data: z.array(Integration) }),
  },
  validateIntegration: {
    summary: 'Try the account of a teammate at its provider now',
    params: OfTeammate.extend(OneService.shape),
    answer: Integration,
    errors: { 404: [], 409: ['INTEGRATION_UNAVAILABLE'] },
  },
  disconnectIntegration: {
    summary: 'Take an account from a teammate, and its toolsets with it',
    params: OfTeammate.extend(OneService.shape),
    answer: Done,
    errors: { 404: [] },
  },
})
