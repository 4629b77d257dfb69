import { catalogue } from '../../../lib/i18n.ts'

export const composeMessages = catalogue('inbox/compose', {
  cannedReplies: 'Canned replies',
  noCannedReplies: 'No canned replies yet.',
  addCannedReply: 'Add one in the settings',
})
