import { DEFAULT_WIDGET_SETTINGS, type WidgetSettings } from '#contracts/widget-settings.ts'
import type { WebchatSettingsRow } from '../table.ts'
import { safeCss } from './safe-css.ts'

/** How the widget looks, as people of the organization have set it. */
export const widgetSettings = (rules: WebchatSettingsRow | null): WidgetSettings => ({
  ...DEFAULT_WIDGET_SETTINGS,
  ...rules?.settings,
})

/** The same for pages of other sites: the CSS without whatever could load or run something there. */
export function publicSettings(rules: WebchatSettingsRow | null): WidgetSettings {
  const settings = widgetSettings(rules)
  return { ...settings, customCss: safeCss(settings.customCss) }
}
