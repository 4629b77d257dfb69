import { catalogue } from '../../../lib/i18n.ts'

export const handsMessages = catalogue('chat/hands', {
  person: (person: string, teammate: string) => `${person} is replying. ${teammate} is paused.`,
  somebody: 'A colleague',
  you: 'You’ve taken over this chat.',
  waits: (teammate: string) => `${teammate} has asked for a person and keeps answering until someone takes over.`,
  nobody: (teammate: string) => `${teammate} is turned off here. A person will reply.`,
})
