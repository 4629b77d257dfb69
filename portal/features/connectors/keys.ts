import { queryKeys } from '../../lib/query-keys.ts'

/** Beside those of the whole program, because no page that is opened first needs them. */
export const connectorKeys = {
  all: (organizationId: string) => ['organization', organizationId, 'connectors'] as const,
  entries: (organizationId: string) => [...connectorKeys.all(organizationId), 'entries'] as const,
  tools: (organizationId: string, connectorId: string) =>
    [...connectorKeys.all(organizationId), connectorId, 'tools'] as const,
  document: (organizationId: string, connectorId: string) =>
    [...connectorKeys.all(organizationId), connectorId, 'document'] as const,
  assigned: (organizationId: string, employeeId: string) =>
    [...queryKeys.teammates(organizationId), employeeId, 'connectors'] as const,
  accounts: (organizationId: string) => ['organization', organizationId, 'connected-accounts'] as const,
  ownTokens: (organizationId: string) => ['organization', organizationId, 'own-hosted-tokens'] as const,
  hostedTokens: (organizationId: string, employeeId: string) =>
    [...queryKeys.teammates(organizationId), employeeId, 'hosted-tokens'] as const,
}
