import { chatPlatforms } from '#contracts/parties.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../lib/i18n.ts'
import { useIsManager } from '../../lib/session.ts'
import { channelNames } from '../channels/messages.ts'
import { useEntryPoints } from '../settings/webchat/use-webchat.ts'
import { useBots } from '../teammates/use-bots.ts'

/** All channels on which a teammate answers: its own, the entry points of websites, and its bots. */
export function useChannels(): (teammate: Teammate) => string[] {
  const names = useMessages(channelNames)
  // Members do not see entry points.
  const { data: entryPoints } = useEntryPoints({ enabled: useIsManager() })
  const { data: bots = [] } = useBots()
  return ({ id, channel }) => {
    const isOnSite = channel === 'Web Chat' || entryPoints?.data.some(({ employee_id }) => employee_id === id)
    return [
      ...(isOnSite ? [names.web_chat] : []),
      ...bots.filter(({ employee_id }) => employee_id === id).map((bot) => chatPlatforms[bot.channel].label),
      ...(channel === 'API' ? [names.api] : []),
    ]
  }
}
