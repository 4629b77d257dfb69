import { catalogue } from '../../../lib/i18n.ts'

/** The server says these in English; what is not listed is shown as it came. */
const asSent: Readonly<Record<string, string>> = {}

export const indexStateMessages = catalogue('storage/index-state', {
  notSearchable: 'This file can’t be searched.',
  reasons: asSent,
})
