import { catalogue } from '../../../../lib/i18n.ts'

export const telegramMessages = catalogue('staff/teammate/telegram', {
  text: 'People can chat with it in Telegram through its own bot.',
  assistantText: 'Chat with it in Telegram through a bot of your own. It answers only you.',
  link: 'Until you link your Telegram account, it can’t recognize you and won’t reply.',
  linkAccount: 'Link it in Settings',
  linkedAs: (account: string) => `It recognizes you as ${account}, the account that you linked in Settings.`,
  cannotLink:
    'Telegram accounts can’t be linked on this server yet, so it can’t recognize you. Ask your server administrator.',
  stepOpen: { before: 'Open ', after: ' in Telegram.' },
  stepSend: { before: 'Send ', after: ', and choose a name and a username for the bot.' },
  stepPaste: 'Copy the token from its answer and paste it here.',
  token: 'Bot token',
  tokenHint: 'Anyone with the token controls the bot. It won’t be shown here again.',
  notAToken: 'This isn’t a bot token. It looks like 123456789:AAE… – copy all of it.',
  tokenRefused: 'Telegram doesn’t know this token. Check that you copied all of it, and that it’s the current one.',
  webhookRefused: (reason: string) =>
    `Telegram doesn’t accept the address of this server, usually because it isn’t public or has no HTTPS. It says: ${reason}`,
  waiting: (name: string) =>
    `To try it, write “Hello” to ${name} in Telegram. This line changes when the message arrives.`,
  arrived: 'Telegram sends messages here.',
  invalidText: 'Telegram no longer accepts the token.',
  pasteAnother: 'Paste the current one from @BotFather.',
  webhookProblems: {
    elsewhere: 'Messages don’t arrive: another program receives them.',
    not_set: 'Messages don’t arrive: Telegram has no address to send them to.',
    failing: 'Messages don’t arrive: Telegram can’t deliver them to this server.',
    unknown: 'Messages may not arrive: Telegram didn’t confirm the connection.',
  },
  waitingMessages: (count: number, when: string) =>
    `${count} ${count === 1 ? 'message is' : 'messages are'} waiting at Telegram, which keeps trying for a day (last try: ${when}).`,
  telegramSays: (reason: string) => `Telegram says: ${reason}`,
  reconnectFailed: 'Couldn’t reconnect the bot. Please try again.',
  reconnected: 'Telegram bot reconnected',
  mentionsOnly: 'In groups it answers messages that mention it or reply to it.',
})
