import type { UsedByGroup } from '#contracts/usage.ts'
import { OTHER_ASSISTANTS, OTHER_GROUPS, type UsageGroup } from '#contracts/usage-names.ts'
import { formatDay } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { logMessages } from '../logs/messages.ts'
import { usageMessages } from './messages.ts'

/** What a group is called. */
export function useGroupName(group: UsageGroup): (row: UsedByGroup) => string {
  const words = useMessages(usageMessages)
  const { channels } = useMessages(logMessages)
  const language = useLanguage()
  return ({ key, name }) => {
    if (key === null) return words.missing[group]
    if (key === OTHER_GROUPS) return words.others
    if (key === OTHER_ASSISTANTS && group === 'teammate') return words.assistants
    if (group === 'channel') return channels[key] ?? key
    if (group === 'day') return formatDay(key, language)
    return group === 'model' ? key : (name ?? words.deleted)
  }
}
