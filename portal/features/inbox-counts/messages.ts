import { catalogue } from '../../lib/i18n.ts'

export const inboxCountsMessages = catalogue('inbox-counts', {
  waiting: (count: number) => (count === 1 ? '1 waits for a person' : `${count} wait for a person`),
})
