import { catalogue } from '../../../lib/i18n.ts'

export const draftMessages = catalogue('inbox/draft', {
  suggest: 'Suggest a reply',
  stop: 'Stop the suggestion',
  writing: (teammate: string) => `${teammate} is writing a suggestion…`,
  suggested: (teammate: string) => `Suggested by ${teammate}. Read it before you send it.`,
  undo: 'Undo',
  offered: (teammate: string) => `Suggestion of ${teammate}`,
  replace: 'Replace what I wrote',
  add: 'Add below',
  dismiss: 'Dismiss',
  failed: 'Couldn’t suggest a reply.',
})
