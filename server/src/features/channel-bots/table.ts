import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ChannelConnection } from '#contracts/channel-bots.ts'
import { instant } from '#platform/db/columns.ts'
import { organizations } from '../organizations/table.ts'

/** A chat platform that the whole organization is connected to. */
export const organizationChannelConnections = pgTable(
  'organization_channel_connections',
  {
    organization_id: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    channel: text().$type<ChannelConnection['channel']>().notNull(),
    status: text().$type<ChannelConnection['status']>().notNull().default('disconnected'),
    team_id: text(),
    team_name: text(),
    app_id: text(),
    bot_user_id: text(),
    bot_token_sealed: text(),
    connected_at: instant(),
    /** When the platform was last asked whether it takes the token. */
    checked_at: instant(),
  },
  (table) => [
    primaryKey({
      name: 'an_organization_has_one_connection_per_channel',
      columns: [table.organization_id, table.channel],
    }),
    // What a workspace sends is for one organization.
    uniqueIndex('a_team_is_connected_to_one_organization').on(table.channel, table.team_id),
    index('active_channel_connections_by_check').on(table.checked_at).where(sql`${table.status} = 'active'`),
  ],
)
export type ChannelConnectionRow = typeof organizationChannelConnections.$inferSelect

/** States of sign-ins that have come back: each is good for one use. */
export const usedOAuthStates = pgTable(
  'used_oauth_states',
  { nonce: uuid().primaryKey(), expires_at: instant().notNull() },
  (table) => [index('used_oauth_states_by_end').on(table.expires_at)],
)
