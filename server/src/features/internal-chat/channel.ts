import { defineChannel } from '../conversations/define-channel.ts'
import { chatAudience, internalMessage, internalMessageUpdated } from './events.ts'

/** A person's own conversations with teammates. */
export const internalChat = defineChannel({
  name: 'employee_chat',
  audience: chatAudience,
  events: { sent: internalMessage, updated: internalMessageUpdated },
  streams: true,
  searchable: true,
  titled: true,
  acceptsAttachments: true,
})

export const internalChatKey = { channel: 'employee_chat', channel_name: '' } as const
