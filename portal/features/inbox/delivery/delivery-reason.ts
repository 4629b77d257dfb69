import type { deliveryMessages } from './messages.ts'

type Words = (typeof deliveryMessages)['en']
type Reason = readonly [pattern: RegExp, sentence: (words: Words, captured: string) => string]

/** The server's sentences, and the words that platforms answer with. The first that fits counts. */
const REASONS: readonly Reason[] = [
  [/^No (.+) (?:bot|app) is connected/, (words, platform) => words.notConnected(platform)],
  [/^(.+) is unavailable/, (words, platform) => words.unavailable(platform)],
  [/^(.+) asks to wait/, (words, platform) => words.waits(platform)],
  [/\b(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)\b|timeout/i, (words) => words.unreachable],
  [/^missing_scope \(needed: ([^)]+)\)/, (words, scopes) => words.missingScopes(scopes)],
  [/^(?:invalid_auth|account_inactive|token_\w+|not_authed|Unauthorized|AADSTS\d+)/, (words) => words.tokenRefused],
  [/^is_archived/, (words) => words.archived],
  [/blocked by the user/, (words) => words.blocked],
  [
    /^(?:restricted_action|cannot_dm_bot|messages_tab_disabled)|not enough rights|have no rights/,
    (words) => words.notAllowed,
  ],
  [
    /^(?:channel_not_found|not_in_channel)|chat not found|not a member|was kicked|^The chat is not known/,
    (words) => words.chatUnknown,
  ],
  [/^Teams takes no files/, (words) => words.noFiles],
  [/ was deleted$/, (words) => words.deleted],
]

/** Why a delivery failed, in the language of the page; a platform's own error is quoted. */
export function deliveryReason(error: string, words: Words): string {
  for (const [pattern, sentence] of REASONS) {
    const match = pattern.exec(error)
    if (match) return sentence(words, match[1] ?? '')
  }
  return error
}

/** The sentence for a message that the platform has not confirmed. */
export function unconfirmed(error: string | null, words: Words): string {
  const [, platform] = /^It is not known whether (.+?) has sent it/.exec(error ?? '') ?? []
  return platform ? words.mayHaveArrivedIn(platform) : words.mayHaveArrived
}
