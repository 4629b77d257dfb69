import { catalogue } from '../../../lib/i18n.ts'

export const handsMessages = catalogue('chat/hands', {
  person: (person: string, teammate: string) => `${person} answers here. ${teammate} stays silent.`,
  somebody: 'A colleague',
  you: 'You answer here, as a colleague who has taken this chat over.',
  waits: (teammate: string) => `${teammate} has asked for a person, and still answers meanwhile.`,
  nobody: (teammate: string) => `${teammate} is switched off here. A person answers.`,
})
