import { defineAct } from '#platform/act.ts'

export const modelCreated = defineAct('ai_model.created', 'platform')
export const modelUpdated = defineAct('ai_model.updated', 'platform')
export const modelDeleted = defineAct('ai_model.deleted', 'platform')
export const voiceCreated = defineAct('ai_voice.created', 'platform')
export const voiceUpdated = defineAct('ai_voice.updated', 'platform')
export const voiceDeleted = defineAct('ai_voice.deleted', 'platform')
export const settingsUpdated = defineAct('platform_settings.updated', 'platform')
