import { defineChannel } from '../../conversations/define-channel.ts'
import { deliverMessage } from './deliver-message.ts'
import { showTyping } from './show-typing.ts'

/** Chats of a bot on Microsoft Teams, to which each finished message is sent. */
export const tchat = defineChannel({
  name: 'tchat',
  audience: () => [],
  streams: false,
  searchable: true,
  // Chats are called what they are called there.
  titled: false,
  acceptsAttachments: true,
  asksOperator: true,
  showWork: showTyping,
  deliver: deliverMessage,
})
