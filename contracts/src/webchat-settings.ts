import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Name } from './name.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as webchatSettingsPaths from './paths/webchat-settings.ts'
import { type WidgetSettings as Settings, WIDGET_MODES } from './widget-settings.ts'

const Color = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, 'A color looks like #1d4ed8')

export const WidgetSettings = z.object({
  mode: z.enum(WIDGET_MODES),
  widgetDomain: z.enum(['default', 'proxy']),
  bubbleColor: Color,
  iconColor: Color,
  primaryColor: Color,
  chatBackgroundColor: Color,
  customerBubbleColor: Color,
  customerTextColor: Color,
  agentBubbleColor: Color,
  agentTextColor: Color,
  customCss: z.string().max(50_000),
  greeting: z.string().trim().max(500),
}) satisfies z.ZodType<Settings>

export const WidgetSettingsChanges = WidgetSettings.partial()

/**
 * What is left out stays as it is; an empty body resets everything to the defaults. Unknown fields are ignored, but pass this
 * schema: a body that has only such fields is not empty.
 */
export const UpdateWidgetSettings = WidgetSettingsChanges.loose()
export type UpdateWidgetSettings = z.infer<typeof UpdateWidgetSettings>

/** `https://shop.example`, with a port where it is not the usual one. */
const Origin = z
  .string()
  .trim()
  // What is too long is read no further.
  .max(300, { abort: true })
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'An origin looks like https://shop.example')
  .transform((text) => URL.parse(text)?.origin ?? text)

export const WebchatSecurity = z.object({
  /** Pages that may use the organization's widget; empty lets every page. */
  allowed_origins: z.array(z.string()),
  /** A visitor who names an `external_id` must bring its `identity_hash`. */
  identity_required: z.boolean(),
  /** HMAC-SHA256 of `external_id` under this secret, in hex, is the `identity_hash`; only the customer's server knows it. */
  identity_secret: z.string(),
})
export type WebchatSecurity = z.infer<typeof WebchatSecurity>
export const UpdateWebchatSecurity = z.object({
  allowed_origins: z.array(Origin).max(100),
  identity_required: z.boolean(),
})
export type UpdateWebchatSecurity = z.infer<typeof UpdateWebchatSecurity>

/** A way into webchat: the teammate who answers there. Its id is the `event_id` of the public routes. */
export const EntryPoint = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  name: z.string(),
  employee_id: z.uuid(),
  ai_employee: z.object({ id: z.uuid(), name: z.string() }),
  multi_conversations: z.boolean(),
  /** What a page embeds, by how the page is made. */
  snippets: z.object({ html: z.string(), react: z.string(), tag_manager: z.string() }),
  /** When a page of another site first loaded the widget with it; null until one has. */
  on_site_since: Instant.nullable(),
  created_at: Instant,
})
export type EntryPoint = z.infer<typeof EntryPoint>
export const SaveEntryPoint = z.object({
  name: Name,
  employee_id: z.uuid(),
  multi_conversations: z.boolean().default(false),
})
export type SaveEntryPoint = z.infer<typeof SaveEntryPoint>

/** A teammate of the organization answers there, and none that is a person's own. */
const NO_SUCH_TEAMMATE = { 400: ['NO_SUCH_TEAMMATE'] } as const

const OneEntryPoint = z.object({ entry_point_id: z.uuid() })

export const webchatSettingsEndpoints = describeEndpoints(webchatSettingsPaths, {
  showWidgetSettings: { summary: 'Get how the webchat widget looks', answer: WidgetSettings },
  updateWidgetSettings: {
    summary: 'Change how the webchat widget looks; an empty body resets it',
    body: UpdateWidgetSettings,
    answer: WidgetSettings,
  },
  showWebchatSecurity: {
    summary: 'Get who may use the widget, and how visitors prove who they are',
    answer: WebchatSecurity,
  },
  updateWebchatSecurity: {
    summary: 'Set who may use the widget, and whether visitors must prove who they are',
    body: UpdateWebchatSecurity,
    answer: WebchatSecurity,
  },
  rotateWebchatIdentitySecret: {
    summary: 'Rotate the identity secret; proofs made with the old one stop working immediately',
    answer: WebchatSecurity,
  },
  listEntryPoints: {
    summary: 'List the webchat entry points',
    query: pageQuery({ limit: 100, max: 100 }),
    answer: pageOf(EntryPoint),
  },
  createEntryPoint: {
    summary: 'Create a webchat entry point',
    body: SaveEntryPoint,
    answer: EntryPoint,
    errors: NO_SUCH_TEAMMATE,
  },
  showEntryPoint: { summary: 'Get a webchat entry point', params: OneEntryPoint, answer: EntryPoint },
  updateEntryPoint: {
    summary: 'Change a webchat entry point',
    params: OneEntryPoint,
    body: SaveEntryPoint,
    answer: EntryPoint,
    errors: NO_SUCH_TEAMMATE,
  },
  deleteEntryPoint: {
    summary: 'Delete a webchat entry point; widgets that name it stop answering',
    params: OneEntryPoint,
    answer: Done,
  },
})
