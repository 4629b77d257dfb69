/** What usage can be grouped by. */
export const USAGE_GROUPS = ['teammate', 'model', 'channel', 'workflow', 'day'] as const
export type UsageGroup = (typeof USAGE_GROUPS)[number]

/** From this share of a limit on a warning says that the limit is near. */
export const NEAR_LIMIT = 0.8

/** Keys of groups that combine several: personal assistants of other people, and all groups after the largest ones. */
export const OTHER_ASSISTANTS = 'assistants'
export const OTHER_GROUPS = 'others'

/** How many days one answer may cover. */
export const MAX_USAGE_DAYS = 366
