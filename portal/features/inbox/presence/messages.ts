import { catalogue } from '../../../lib/i18n.ts'

export const presenceMessages = catalogue('inbox/presence', {
  looks: (name: string) => `${name} is viewing.`,
  typing: (names: string) => `${names} is typing…`,
  typingToo: (names: string) => `${names} is also replying.`,
})
