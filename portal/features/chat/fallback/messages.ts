import { catalogue } from '../../../lib/i18n.ts'

export const fallbackMessages = catalogue('chat/fallback', {
  not_connected: (model: string, chosen: string) => `Answered by ${model}, because ${chosen} isn’t connected.`,
  unavailable: (model: string, chosen: string) => `Answered by ${model}, because ${chosen} couldn’t answer.`,
  connect: 'Connect it',
  askAdmin: 'Ask an admin to connect it.',
})
