import { defineChannel } from '../../conversations/define-channel.ts'
import { deliverMessage } from './deliver-message.ts'
import { showTyping } from './show-typing.ts'

/** Chats of a bot on Telegram, to which each finished message is sent. */
export const msgr = defineChannel({
  name: 'msgr',
  audience: () => [],
  streams: false,
  searchable: true,
  // A group has the name that its people gave it, and a private chat none.
  titled: false,
  acceptsAttachments: true,
  asksOperator: true,
  showWork: showTyping,
  deliver: deliverMessage,
})
