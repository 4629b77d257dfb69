import type { OauthEntry } from '#contracts/connector-names.ts'
import { calendarTools } from '../calendar/tools.ts'
import { tools as drive } from '../drive/tools.ts'
import { mailTools } from '../mail/tools.ts'
import type { AccountTool } from '../requests/account.ts'

/** The tools of each predefined toolset. */
export const toolsets: Readonly<Record<OauthEntry, readonly AccountTool[]>> = {
  mail_a: mailTools,
  calendar_a: calendarTools,
  drive_a: drive,
  mail_b: mailTools,
  calendar_b: calendarTools,
  drive_b: drive,
}
