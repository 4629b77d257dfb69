import { catalogue } from '../../../lib/i18n.ts'

export const translationMessages = catalogue('inbox/translation', {
  title: 'Translation',
  text: 'Adds a Translate link to contacts’ messages in the inbox.',
  onDemand: 'Translate on demand',
  onDemandHint: 'Uses the teammate’s model and costs about as much as an answer. You pay once per message.',
  notSaved: 'Couldn’t save. Your previous setting is kept.',
  translate: 'Translate',
  translating: 'Translating…',
  hide: 'Hide the translation',
  translated: 'Translated',
  failed: 'Couldn’t translate this.',
})
