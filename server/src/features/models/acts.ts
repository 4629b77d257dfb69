import { defineAct } from '#platform/act.ts'

export const providerUpdated = defineAct('ai_provider.updated')
export const providerRestored = defineAct('ai_provider.restored')
export const providerConnected = defineAct('ai_provider.connected')
export const providerDisconnected = defineAct('ai_provider.disconnected')
