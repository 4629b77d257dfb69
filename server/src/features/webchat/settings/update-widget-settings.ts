import { type UpdateWidgetSettings, WidgetSettingsChanges } from '#contracts/webchat-settings.ts'
import type { WidgetSettings } from '#contracts/widget-settings.ts'
import { differing } from '#platform/audit-action.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { widgetSettingsUpdated } from '../audit-actions.ts'
import { widgetSettings } from './public-settings.ts'
import { changeRules, lockRules } from './read-rules.ts'

/** Changes the given settings; an empty body resets all of them. */
export function updateWidgetSettings(ctx: MemberContext, body: UpdateWidgetSettings): Promise<WidgetSettings> {
  const isReset = Object.keys(body).length === 0
  const changes = WidgetSettingsChanges.parse(body)
  return ctx.transaction(async (ctx) => {
    const before = await lockRules(ctx)
    const settings = isReset ? {} : { ...before.settings, ...changes }
    const after = await changeRules(ctx, { settings })
    const change = differing(widgetSettings(before), widgetSettings(after))
    if (change) await ctx.record(widgetSettingsUpdated, change)
    return widgetSettings(after)
  })
}
