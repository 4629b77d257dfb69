import { defineAct } from '#platform/act.ts'

export const channelConnected = defineAct('channel_connection.connected')
export const channelDisconnected = defineAct('channel_connection.disconnected')
export const accountLinked = defineAct('channel_account.linked')
export const accountUnlinked = defineAct('channel_account.unlinked')
export const botConnected = defineAct('channel_bot.connected')
export const botUpdated = defineAct('channel_bot.updated')
export const botDisconnected = defineAct('channel_bot.disconnected')
export const chatUpdated = defineAct('channel_chat.updated')
