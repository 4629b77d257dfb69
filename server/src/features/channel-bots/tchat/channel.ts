import { defineBotChannel } from '../bots/define-bot-channel.ts'
import { deliverMessage } from './deliver-message.ts'
import { showTyping } from './show-typing.ts'

export const tchat = defineBotChannel({ name: 'tchat', showWork: showTyping, deliver: deliverMessage })
