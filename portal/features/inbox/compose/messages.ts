import { catalogue } from '../../../lib/i18n.ts'

export const composeMessages = catalogue('inbox/compose', { cannedReplies: 'Canned replies' })
