import { defineAuditAction } from '#platform/audit-action.ts'
import type { ConnectorRow } from './table.ts'

export const connectorCreated = defineAuditAction('connector.created')
export const connectorUpdated = defineAuditAction('connector.updated')
export const connectorDeleted = defineAuditAction('connector.deleted')
export const connectorAssigned = defineAuditAction('connector.assigned')
export const connectorUnassigned = defineAuditAction('connector.unassigned')

export const subjectOf = ({ id, name }: Pick<ConnectorRow, 'id' | 'name'>) => ({ type: 'connector', id, name })
