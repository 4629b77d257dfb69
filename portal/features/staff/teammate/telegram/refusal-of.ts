import { ApiError } from '#contracts/client.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import { wordsOf } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { botMessages } from '../bots/messages.ts'
import { telegramMessages } from './messages.ts'

/** Why a bot could not be connected, and what helps; the server may answer with no more than Telegram’s own words. */
export function refusalOf(error: Error, otherwise: string): string {
  const words = wordsOf(telegramMessages)
  if (!(error instanceof ApiError)) return otherwise
  if (error.code === 'VALIDATION_FAILED') return words.notAToken
  if (error.code === 'BOT_TOKEN_REFUSED') return words.tokenRefused
  if (error.code === 'WEBHOOK_REFUSED') return words.webhookRefused(error.message)
  // A proxy before the server answers so too, but has no sentence for people.
  return error.status === 502 && error.message
    ? wordsOf(botMessages).unreachable(chatPlatforms.msgr.label)
    : sentenceOf(error, otherwise)
}
