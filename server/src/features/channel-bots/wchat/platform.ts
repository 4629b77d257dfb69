import { definePlatform } from '../bots/define-platform.ts'
import { wchatChatCreated, wchatChatUpdated } from '../events.ts'
import { announceBot } from './announce-bot.ts'
import { wchat } from './channel.ts'
import { checkBot } from './check-bot.ts'
import { fetchFile } from './fetch-file.ts'
import { acceptsSender } from './organization/accounts.ts'
import { findOrganizationBot } from './organization/find-bot.ts'
import { readIncoming } from './read-incoming.ts'
import { sendNotice } from './send-notice.ts'
import { showStatusOnce } from './show-status.ts'

definePlatform({
  channel: 'wchat',
  definition: wchat,
  events: { chatCreated: wchatChatCreated, chatUpdated: wchatChatUpdated },
  announceBot,
  read: readIncoming,
  findOrganizationBot,
  acceptsSender,
  fetchFile,
  sendNotice,
  showTyping: showStatusOnce,
  check: checkBot,
  titlesPrivateChats: false,
})
