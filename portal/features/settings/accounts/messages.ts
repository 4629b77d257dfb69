import { catalogue } from '../../../lib/i18n.ts'

export const accountMessages = catalogue('settings/accounts', {
  title: 'Linked accounts',
  text: (platform: string) => `Lets teammates recognize you on ${platform}.`,
  notLinked: 'Not linked',
  connect: 'Connect',
  connectLabel: (platform: string) => `Connect ${platform}`,
  connectFailed: (platform: string) => `Couldn’t connect ${platform}. Please try again.`,
  disconnect: 'Disconnect',
  disconnectLabel: (platform: string) => `Disconnect ${platform}`,
  disconnectTitle: (platform: string) => `Disconnect ${platform}?`,
  disconnectText: (account: string) => `${account} will no longer be recognized as you. You can connect it again.`,
  disconnected: (platform: string) => `${platform} disconnected`,
  disconnectFailed: (platform: string) => `Couldn’t disconnect ${platform}. Please try again.`,
})
