import { catalogue } from '../../../lib/i18n.ts'

export const translationMessages = catalogue('inbox/translation', {
  title: 'Translation',
  text: 'In the inbox, what a contact wrote gets a link that translates it into the language of these pages.',
  onDemand: 'Translate on demand',
  onDemandHint: 'The teammate’s model translates, which costs like an answer. Each message is paid for once.',
  notSaved: 'Couldn’t save. Your previous setting is kept.',
  translate: 'Translate',
  translating: 'Translating…',
  hide: 'Hide the translation',
  translated: 'Translated',
  failed: 'Couldn’t translate this.',
})
