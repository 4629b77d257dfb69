import { catalogue } from '../../../../lib/i18n.ts'

export const teamsMessages = catalogue('staff/teammate/teams', {
  text: 'Colleagues can write to it in Microsoft Teams through a bot of its own.',
  assistantText: 'Write to it in Microsoft Teams through a bot of your own. It answers in the chats that you allow.',
  stepCreate:
    'Create an Azure Bot; you need an Azure subscription. Any bot handle and resource group will do. Choose Single Tenant as the type of app, a new Microsoft App ID and the free pricing tier. Then Review + create, Create, and Go to resource.',
  create: 'Create an Azure Bot',
  stepEndpoint: 'Under Settings, open Configuration and enter this as the messaging endpoint, then Apply.',
  endpoint: 'Messaging endpoint',
  copyEndpoint: 'Copy the messaging endpoint',
  stepIds: 'Copy the Microsoft App ID and the App Tenant ID from the same page.',
  stepSecret:
    'Next to the App ID, choose Manage Password, then New client secret. Copy its value, not its ID: Microsoft shows it only now.',
  stepChannel: 'Back at the bot, open Channels, choose Microsoft Teams and Apply.',
  stepConnect: 'Enter all three here.',
  appId: 'Microsoft App ID',
  tenantId: 'App Tenant ID',
  password: 'Client secret',
  passwordHint: 'The value of the secret. It isn’t shown here again.',
  notAnId: 'This isn’t an ID. It looks like 1a2b3c4d-0000-0000-0000-5e6f7a8b9c0d.',
  credentialsRefused: (reason: string) => `Microsoft doesn’t accept them: ${reason}`,
  refusals: {
    secretWrong: 'Microsoft doesn’t accept this client secret. Copy its value, not its ID.',
    secretExpired: 'This client secret has expired.',
    noSuchApp: 'This tenant has no app with this ID. Check both IDs.',
    noSuchTenant: 'Microsoft knows no tenant with this ID.',
  },
  app: (id: string) => `App ${id}`,
  package: 'App for Teams',
  packageText:
    'Download it, then in Teams open Apps, Manage your apps, Upload an app. To offer it to everyone, upload it in the Teams admin center.',
  download: 'Download the app',
  invalidText: 'Microsoft no longer accepts the client secret. It may have expired.',
  createAnother:
    'In Azure, open the bot’s Configuration, Manage Password, New client secret, and enter its value here.',
  waiting: 'To try it, add the app in Teams and write “Hello” to it. This line changes when the message arrives.',
  arrived: 'Teams sends messages here.',
  hint: 'In groups and channels it answers messages that mention it, and replies in threads that began with a mention.',
})
