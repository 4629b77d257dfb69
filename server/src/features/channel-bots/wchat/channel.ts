import { defineBotChannel } from '../bots/define-bot-channel.ts'
import { deliverMessage } from './deliver-message.ts'
import { showStatus } from './show-status.ts'

export const wchat = defineBotChannel({
  name: 'wchat',
  showWork: showStatus,
  deliver: deliverMessage,
  resolvesUncertainParts: true,
})
