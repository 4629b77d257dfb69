import { defineAct } from '#platform/act.ts'

export const channelConnected = defineAct('channel_connection.connected')
export const channelDisconnected = defineAct('channel_connection.disconnected')
