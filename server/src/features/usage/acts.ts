import { defineAct } from '#platform/act.ts'

export const usageExported = defineAct('usage.exported')
