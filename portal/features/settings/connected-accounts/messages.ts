import { catalogue } from '../../../lib/i18n.ts'

export const connectedAccountMessages = catalogue('settings/connected-accounts', {
  title: 'Connected accounts',
  text: 'Mail, calendars and files that teammates use. They stay connected when the person who connected them leaves.',
  failed: 'Couldn’t load the accounts',
  none: 'No accounts are connected. Connect one on the Connectors tab of a teammate’s page.',
  disconnectFrom: (provider: string, teammate: string) => `Disconnect ${provider} from ${teammate}`,
})
