import { defineAct } from '#platform/act.ts'

export const executionLogsExported = defineAct('execution_logs.exported')
