/** How many runs a page of the execution logs may show; what a person chose is kept under this name in their browser. */
export const LOGS_PAGE_SIZES = ['10', '25', '50', '100'] as const
export const LOGS_PAGE_SIZE_KEY = 'svc:logs-page-size'

/** What may have started a run. */
export const STARTERS = [
  'person',
  'schedule',
  'webhook_trigger',
  'trigger',
  'private_api',
  'hosted_tools',
  'console',
  'run',
] as const

/** The channels that the logs are narrowed to by name; any other name that a program gave is one, too. */
export const LOGGED_CHANNELS = [
  'employee_chat',
  'ally_chat',
  'web_chat',
  'api',
  'msgr',
  'tchat',
  'wchat',
  'custom',
  'mcp',
  'console',
] as const

/** What a run's channel is called by: the filter, the file and usage go by the same. */
export const shownChannel = (run: { conversation_channel: string | null; channel: string | null }): string =>
  run.conversation_channel ?? run.channel ?? 'api'

/** More steps than this are not sent with a run; its export has all of them. */
export const MAX_STEPS_SHOWN = 1000
