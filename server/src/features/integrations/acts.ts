import { defineAct } from '#platform/act.ts'

export const integrationConnected = defineAct('integration.connected')
export const integrationDisconnected = defineAct('integration.disconnected')
