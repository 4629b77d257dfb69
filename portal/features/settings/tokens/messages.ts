import { catalogue } from '../../../lib/i18n.ts'

export const ownTokenMessages = catalogue('settings/tokens', {
  title: 'Your tokens for other programs',
  text: 'Programs with one of these call a teammate’s tools in your name. Revoke those that you don’t use any more.',
  failed: 'Couldn’t load your tokens',
  none: 'You have no tokens. Create one on the Connectors tab of a teammate’s page.',
  toolsOf: 'Tools of',
})
