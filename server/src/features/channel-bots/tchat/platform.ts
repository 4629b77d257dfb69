import { definePlatform } from '../bots/define-platform.ts'
import { tchatChatCreated, tchatChatUpdated } from '../events.ts'
import { tchat } from './channel.ts'
import { checkBot } from './check-bot.ts'
import { fetchFile } from './fetch-file.ts'
import { announceBot } from './present-bot.ts'
import { readIncoming } from './read-incoming.ts'
import { saveReference } from './reply-reference.ts'
import { sendNotice, showTypingOnce } from './send-notice.ts'

definePlatform({
  channel: 'tchat',
  definition: tchat,
  events: { chatCreated: tchatChatCreated, chatUpdated: tchatChatUpdated },
  announceBot,
  read: readIncoming,
  afterReceived: saveReference,
  fetchFile,
  sendNotice,
  showTyping: showTypingOnce,
  check: checkBot,
  titlesPrivateChats: true,
})
