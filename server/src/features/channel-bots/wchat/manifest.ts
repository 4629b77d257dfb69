import type { WchatManifest } from '#contracts/wchat-bots.ts'
import type { Config } from '#platform/config.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { BOT_SCOPES } from './wchat-app.ts'
import { webhookUrl } from './webhook-url.ts'

const BOT_EVENTS = [
  'app_mention',
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
  'member_joined_channel',
  'channel_left',
  'group_left',
  'app_uninstalled',
  'tokens_revoked',
]

/** From which Slack creates the teammate's app; limits: https://docs.slack.dev/reference/app-manifest. */
export function manifestOf(config: Config, { id, name, role }: TeammateRow): WchatManifest {
  const description = oneLine(role ?? '', 140)
  return {
    _metadata: { major_version: 2, minor_version: 1 },
    display_information: { name: oneLine(name, 35) || 'Teammate', ...(description && { description }) },
    features: {
      // Without the messages tab people cannot write direct messages to the bot.
      app_home: { home_tab_enabled: false, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: accountName(name), always_online: true },
    },
    oauth_config: { scopes: { bot: [...BOT_SCOPES] } },
    settings: {
      event_subscriptions: { request_url: webhookUrl(config, id), bot_events: [...BOT_EVENTS] },
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    },
  }
}

/** Cut between characters, at most so many UTF-16 units. */
function oneLine(text: string, maxLength: number): string {
  let line = ''
  for (const { segment } of new Intl.Segmenter().segment(text.replaceAll(/\s+/g, ' ').trim())) {
    if (line.length + segment.length > maxLength) break
    line += segment
  }
  return line.trim()
}

/** Small letters, digits, points, underscores and hyphens. */
const accountName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .slice(0, 80) || 'teammate'
