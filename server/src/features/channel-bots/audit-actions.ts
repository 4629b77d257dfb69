import { defineAuditAction } from '#platform/audit-action.ts'

export const channelConnected = defineAuditAction('channel_connection.connected')
export const channelDisconnected = defineAuditAction('channel_connection.disconnected')
export const accountLinked = defineAuditAction('channel_account.linked')
export const accountUnlinked = defineAuditAction('channel_account.unlinked')
export const botConnected = defineAuditAction('channel_bot.connected')
export const botUpdated = defineAuditAction('channel_bot.updated')
export const botDisconnected = defineAuditAction('channel_bot.disconnected')
export const chatUpdated = defineAuditAction('channel_chat.updated')
