import type { MsgrAnswer } from './msgr-call.ts'

/** The platform does not accept the token. */
export const isUnauthorized = (answer: MsgrAnswer<unknown>): boolean =>
  answer.outcome === 'refused' && answer.status === 401

/**
 * Refusals of the chat or of the bot's rights in it, whatever the text. A refusal that is missing here costs one more call.
 */
const OF_THE_CHAT = [
  'chat not found',
  'chat_id is empty',
  'user not found',
  'message thread not found',
  'not enough rights',
  'have no rights',
  'administrator rights',
  'was upgraded',
  'is deactivated',
  'was deactivated',
  'chat was deleted',
  'bot was blocked',
  'bot was kicked',
  'bot is not a member',
  "bot can't",
]
const CODE_OF_THE_CHAT = /\b(CHAT|CHANNEL|PEER|TOPIC)_[A-Z_]+|\bUSER_(DEACTIVATED|IS_BLOCKED|BANNED)/

const isOfTheChat = (description: string): boolean =>
  OF_THE_CHAT.some((words) => description.includes(words)) || CODE_OF_THE_CHAT.test(description)

/**
 * Whether the text's format was refused, so that it may be sent as plain text. A method that an old Bot API server does not have
 * counts too.
 */
export const isSyntaxRefusal = (answer: MsgrAnswer<unknown>): boolean =>
  answer.outcome === 'refused' &&
  answer.status >= 400 &&
  answer.status < 500 &&
  ![401, 403, 429].includes(answer.status) &&
  answer.migrate_to_chat_id === undefined &&
  !isOfTheChat(answer.description)
