/** What Slack refuses in the manifest of an app: https://docs.slack.dev/reference/app-manifest. */
import { z } from 'zod'
import { BOT_EVENTS, BOT_SCOPES } from './workspace.ts'

export const SlackManifest = z.strictObject({
  _metadata: z.strictObject({ major_version: z.literal(2), minor_version: z.int() }),
  display_information: z.strictObject({
    name: z.string().min(1).max(35),
    description: z.string().max(140).optional(),
    long_description: z.string().min(174).max(4000).optional(),
    background_color: z
      .string()
      .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i)
      .optional(),
  }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: z.boolean(),
      // People cannot write to a bot otherwise.
      messages_tab_enabled: z.literal(true),
      messages_tab_read_only_enabled: z.literal(false),
    }),
    bot_user: z.strictObject({
      display_name: z
        .string()
        .max(80)
        .regex(/^[a-z0-9_.-]+$/),
      always_online: z.boolean(),
    }),
  }),
  oauth_config: z.strictObject({
    redirect_urls: z.array(z.url()).max(1000).optional(),
    scopes: z.strictObject({ bot: z.array(z.enum(BOT_SCOPES as [string])).min(1) }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({
      request_url: z.url({ protocol: /^https?$/ }),
      bot_events: z.array(z.enum(BOT_EVENTS as [string])).min(1),
    }),
    org_deploy_enabled: z.boolean(),
    socket_mode_enabled: z.literal(false),
    token_rotation_enabled: z.literal(false),
  }),
})
export type SlackManifest = z.infer<typeof SlackManifest>
