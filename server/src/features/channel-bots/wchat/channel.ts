import { defineChannel } from '../../conversations/define-channel.ts'
import { deliverMessage } from './deliver-message.ts'
import { showStatus } from './show-status.ts'

/** Chats of a teammate's app on Slack, to which each finished message is sent. */
export const wchat = defineChannel({
  name: 'wchat',
  audience: () => [],
  streams: false,
  searchable: true,
  // A channel has the name that its people gave it, and a direct message none.
  titled: false,
  acceptsAttachments: true,
  asksOperator: true,
  showWork: showStatus,
  deliver: deliverMessage,
  resolvesUncertainParts: true,
})
