import { defineBotChannel } from '../bots/define-bot-channel.ts'
import { deliverMessage } from './deliver-message.ts'
import { showTyping } from './show-typing.ts'

export const msgr = defineBotChannel({ name: 'msgr', showWork: showTyping, deliver: deliverMessage })
