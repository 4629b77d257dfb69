import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type ChannelBotRow, channelBots } from '../table.ts'

/** What is known of a Slack app beside its bot: `platform_data` of its row. */
export const SlackBotData = z.object({
  team_id: z.string(),
  team_name: z.string(),
  /** Of the workspace, such as `https://acme.slack.com/`. */
  team_url: z.string().nullable(),
  /** The bot's user, which people mention. */
  user_id: z.string(),
  missing_scopes: z.array(z.string()),
  has_received_events: z.boolean(),
  /** An event of the app's workspace had a signature that does not fit. */
  has_refused_events: z.boolean().optional(),
  /** True for the bot of the organization's connection, used for a personal assistant; it has no row of its own. */
  is_of_organization: z.boolean().optional(),
})
export type SlackBotData = z.infer<typeof SlackBotData>

export const dataOf = ({ platform_data }: Pick<ChannelBotRow, 'platform_data'>): SlackBotData =>
  SlackBotData.parse(platform_data)

/** Merged into what the row has by then: an event and a check of the same app may write at the same moment. */
export const mergedData = (changes: Partial<SlackBotData>): SQL =>
  sql`${channelBots.platform_data} || ${JSON.stringify(changes)}::jsonb`
