import { catalogue } from '../../../../lib/i18n.ts'

export const slackBotMessages = catalogue('staff/teammate/slack', {
  text: 'Colleagues can write to it in Slack through an app of its own.',
  assistantText: 'Write to it in Slack through an app of your own. It answers in the direct messages that you allow.',
  stepCreate: 'Create the app in Slack. The link fills in everything; choose your workspace, then Next and Create.',
  create: 'Create the app',
  manifest: 'If the link doesn’t work: Create New App, From a manifest, and paste this.',
  copyManifest: 'Copy manifest',
  manifestFailed: 'Couldn’t load the manifest',
  stepVerify:
    'On the app’s page, open Event Subscriptions. The Request URL should be marked Verified; if it isn’t, choose Retry.',
  stepInstall: 'Open Install App and choose Install to Workspace. Copy the Bot User OAuth Token that appears.',
  stepSecret: 'Open Basic Information. Under App Credentials, next to Signing Secret, choose Show and copy it.',
  stepConnect: 'Paste both here.',
  token: 'Bot User OAuth Token',
  tokenHint: 'It begins with xoxb-. It isn’t shown here again.',
  secret: 'Signing secret',
  secretHint: 'It has 32 characters. It isn’t shown here again.',
  notAToken: 'This isn’t a bot token. Copy the one that begins with xoxb-, all of it.',
  notASecret: 'This isn’t a signing secret. Copy all 32 characters.',
  tokenRefused: 'Slack doesn’t know this token. Check that you copied all of it, and that the app is installed.',
  inWorkspace: (name: string) => `in ${name}`,
  scopes: (scopes: string) =>
    `The app lacks permissions: ${scopes}. Add them at Slack under OAuth & Permissions and reinstall the app.`,
  invalidText: 'Slack no longer accepts the token: the app was removed from the workspace, or the token was revoked.',
  invalidReasons: {
    app_uninstalled: 'Slack no longer accepts the token: the app was removed from the workspace.',
    account_inactive: 'Slack no longer accepts the token: the app was removed, or the workspace was closed.',
    tokens_revoked: 'Slack no longer accepts the token: it was revoked.',
    token_revoked: 'Slack no longer accepts the token: it was revoked.',
    token_expired: 'Slack no longer accepts the token: it has expired.',
  },
  wrongSecret: 'Slack sends messages here, but the signing secret doesn’t fit, so they are refused.',
  pasteSecret:
    'At Slack, open this app’s Basic Information, copy the Signing Secret, and connect again with it and the token.',
  pasteAnother: 'Install the app again, then paste its current token and its signing secret.',
  waiting: (name: string) =>
    `To try it, write “Hello” to ${name} in Slack. This line changes when the message arrives. If it doesn’t, check at Slack that the Request URL under Event Subscriptions is verified.`,
  arrived: 'Slack sends messages here.',
  assistantHint: 'It doesn’t answer in channels.',
  hint: 'In channels it answers messages that mention it, and replies in threads that began with a mention.',
})
