import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zipStream } from '#platform/zip.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { requireBot } from '../bots/change-bot.ts'
import { ACCENT_COLOR, colorIcon, outlineIcon } from './icons.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const VERSIONS_BEGIN_MS = Date.UTC(2026, 0, 1)

let icons: { 'color.png': Buffer; 'outline.png': Buffer } | undefined

/**
 * What an administrator uploads to Teams, so that people find the bot there: a zip with the app's manifest and its icons.
 * https://learn.microsoft.com/microsoftteams/platform/concepts/build-and-test/apps-package
 */
export async function buildPackage(ctx: TeammateContext): Promise<Buffer> {
  const bot = await requireBot(ctx, 'tchat')
  const manifest = Buffer.from(JSON.stringify(manifestOf(ctx, bot.bot_id), null, 2))
  const modified_at = ctx.now()
  // They are the same for all teammates, and take their time.
  icons ??= { 'color.png': colorIcon(), 'outline.png': outlineIcon() }
  const files = { 'manifest.json': manifest, ...icons }
  async function* entries() {
    for (const [name, bytes] of Object.entries(files)) {
      yield { name, modified_at, open: async () => Readable.from([bytes]) }
    }
  }
  return buffer(zipStream(entries()))
}

function manifestOf(ctx: TeammateContext, app_id: string) {
  const { BASE_URL, BRAND_NAME } = ctx.ports.config
  const { name, role } = ctx.teammate
  // Teams takes no other addresses, and reaches this server by no other.
  const website = BASE_URL.replace(/^http:/, 'https:')
  const short = role ? `${name}, ${role}` : `${name}, an AI teammate`
  const about = `${name} is an AI teammate of ${BRAND_NAME}. It answers in private chats, and in channels and group chats where it is mentioned or in replies to such messages. It ignores all other messages and does not store them.`
  return {
    $schema: 'https://developer.microsoft.com/json-schemas/teams/v1.22/MicrosoftTeams.schema.json',
    manifestVersion: '1.22',
    version: versionAt(ctx.now()),
    id: app_id,
    developer: { name: cut(BRAND_NAME, 32), websiteUrl: website, privacyUrl: website, termsOfUseUrl: website },
    name: { short: cut(name, 30), full: cut(name, 100) },
    description: { short: cut(short, 80), full: cut(about, 4000) },
    icons: { color: 'color.png', outline: 'outline.png' },
    accentColor: ACCENT_COLOR,
    bots: [
      {
        botId: app_id,
        scopes: ['personal', 'team', 'groupChat'],
        supportsFiles: true,
        isNotificationOnly: false,
      },
    ],
    // Without these Teams delivers mentions alone, so that no reply in a thread would arrive:
    // https://learn.microsoft.com/microsoftteams/platform/bots/how-to/conversations/channel-messages-for-bots-and-agents
    webApplicationInfo: { id: app_id, resource: 'https://RscBasedStoreApp' },
    authorization: {
      permissions: {
        resourceSpecific: [
          { name: 'ChannelMessage.Read.Group', type: 'Application' },
          { name: 'ChatMessage.Read.Chat', type: 'Application' },
        ],
      },
    },
    validDomains: [],
  }
}

/** Teams takes a package in place of an earlier one only with a higher version: here the day and its minute. */
function versionAt(now: Date): string {
  const since = now.getTime() - VERSIONS_BEGIN_MS
  return `1.${Math.floor(since / DAY_MS)}.${Math.floor((since % DAY_MS) / MINUTE_MS)}`
}

/** At most so many UTF-16 units, and no half of a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const end = length - 1
  return `${text
    .slice(0, end)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`
}
