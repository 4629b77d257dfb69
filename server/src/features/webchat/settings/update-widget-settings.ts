import type { UpdateWidgetSettings } from '#contracts/webchat-settings.ts'
import type { WidgetSettings } from '#contracts/widget-settings.ts'
import { differing } from '#platform/audit-action.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { widgetSettingsUpdated } from '../audit-actions.ts'
import { widgetSettings } from './public-settings.ts'
import { changeRules, lockRules } from './read-rules.ts'

/** Changes what is named; where nothing is, everything is as it was at first. */
export function updateWidgetSettings(ctx: MemberContext, changes: UpdateWidgetSettings): Promise<WidgetSettings> {
  return ctx.transaction(async (ctx) => {
    const before = await lockRules(ctx)
    const settings = Object.keys(changes).length === 0 ? {} : { ...before.settings, ...changes }
    const after = await changeRules(ctx, { settings })
    const change = differing(widgetSettings(before), widgetSettings(after))
    if (change) await ctx.record(widgetSettingsUpdated, change)
    return widgetSettings(after)
  })
}
