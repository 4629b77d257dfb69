import { catalogue } from '../../../lib/i18n.ts'

/** Why a message has not reached the other side. */
export const deliveryMessages = catalogue('inbox/delivery', {
  undelivered: 'Not delivered.',
  undeliveredBecause: (reason: string) => `Not delivered: ${reason}`,
  pending: (reason: string) => `Not delivered yet, trying again: ${reason}`,
  withdrawn: 'Not sent: a person took over first.',
  mayHaveArrived: 'It’s unknown whether this message arrived. If it did, sending it again shows it twice.',
  mayHaveArrivedIn: (platform: string) =>
    `${platform} didn’t confirm this message, and it may have arrived. If it did, sending it again shows it twice.`,
  resend: 'Send again',
  resendFailed: 'Couldn’t send it again. Please try again.',
  notConnected: (platform: string) => `no bot is connected to ${platform}.`,
  unavailable: (platform: string) => `${platform} is unavailable.`,
  unreachable: 'the chat platform can’t be reached.',
  waits: (platform: string) => `${platform} asks to wait.`,
  chatUnknown: 'the chat no longer exists, or the bot isn’t in it.',
  archived: 'the channel is archived.',
  notAllowed: 'the bot may not write in this chat.',
  blocked: 'the person blocked the bot.',
  tokenRefused: 'the platform no longer accepts the bot. Reconnect it on the teammate’s Channels page.',
  missingScopes: (scopes: string) => `the Slack app lacks permissions: ${scopes}.`,
  noFiles: 'Teams takes no files from a bot in group chats.',
  deleted: 'it was deleted.',
})
