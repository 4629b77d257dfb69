import { definePlatform } from '../bots/define-platform.ts'
import { msgrChatCreated, msgrChatUpdated } from '../events.ts'
import { takeMessages } from './take-messages.ts'

definePlatform({
  channel: 'msgr',
  events: { chatCreated: msgrChatCreated, chatUpdated: msgrChatUpdated },
  take: takeMessages,
})
