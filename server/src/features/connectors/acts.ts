import { defineAct } from '#platform/act.ts'
import type { ConnectorRow } from './table.ts'

export const connectorCreated = defineAct('connector.created')
export const connectorUpdated = defineAct('connector.updated')
export const connectorDeleted = defineAct('connector.deleted')
export const connectorAssigned = defineAct('connector.assigned')
export const connectorUnassigned = defineAct('connector.unassigned')

export const subjectOf = ({ id, name }: Pick<ConnectorRow, 'id' | 'name'>) => ({ type: 'connector', id, name })
