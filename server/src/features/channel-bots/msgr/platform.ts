import { definePlatform } from '../bots/define-platform.ts'
import { msgrChatCreated, msgrChatUpdated } from '../events.ts'
import { announceBot } from './announce-bot.ts'
import { msgr } from './channel.ts'
import { checkBot } from './check-bot.ts'
import { fetchFile } from './fetch-file.ts'
import { isOwner } from './is-owner.ts'
import { readIncoming } from './read-incoming.ts'
import { sendNotice } from './send-notice.ts'
import { showTypingOnce } from './show-typing.ts'

definePlatform({
  channel: 'msgr',
  definition: msgr,
  events: { chatCreated: msgrChatCreated, chatUpdated: msgrChatUpdated },
  announceBot,
  read: readIncoming,
  acceptsSender: isOwner,
  fetchFile,
  sendNotice,
  showTyping: showTypingOnce,
  check: checkBot,
  titlesPrivateChats: false,
})
