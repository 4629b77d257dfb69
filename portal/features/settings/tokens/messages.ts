import { catalogue } from '../../../lib/i18n.ts'

export const ownTokenMessages = catalogue('settings/tokens', {
  title: 'Your tokens for other programs',
  text: 'Programs use these tokens to call a teammate’s tools as you. Revoke the ones you no longer use.',
  failed: 'Couldn’t load your tokens',
  none: 'You have no tokens. Create one on the Connectors tab of a teammate’s page.',
  toolsOf: 'Tools of',
})
