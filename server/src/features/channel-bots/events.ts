import { z } from 'zod'
import { defineBroadcast, definePush } from '#platform/event.ts'
import { everyoneInOrganization } from '../organizations/events.ts'
import { workAudience } from '../teammates/access.ts'

export const channelConnectionUpdated = definePush('organization_channel_connection.updated', everyoneInOrganization)

export const msgrBotUpdated = definePush('ai_employee_telegram.updated', workAudience)
export const msgrChatCreated = definePush('ai_employee_telegram_chat.created', workAudience)
export const msgrChatUpdated = definePush('ai_employee_telegram_chat.updated', workAudience)

export const wchatBotUpdated = definePush('ai_employee_slack.updated', workAudience)
export const wchatChatCreated = definePush('ai_employee_slack_chat.created', workAudience)
export const wchatChatUpdated = definePush('ai_employee_slack_chat.updated', workAudience)
export const tchatBotUpdated = definePush('ai_employee_ms_teams.updated', workAudience)
export const tchatChatCreated = definePush('ai_employee_ms_teams_channel.created', workAudience)
export const tchatChatUpdated = definePush('ai_employee_ms_teams_channel.updated', workAudience)

/** An update was stored and is to be processed. */
export const updateArrived = defineBroadcast(
  'channel-bots.update-arrived',
  z.object({ organization_id: z.uuid(), chat_id: z.uuid() }),
)
