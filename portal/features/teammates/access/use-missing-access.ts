import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { useIsManager } from '../../../lib/session.ts'
import { nameOf, usePeople } from '../../people/use-people.ts'
import { useTeammates } from '../use-teammates.ts'
import { accessMessages } from './messages.ts'

const MAX_NAMED = 3

/** For a member who was given no teammate: what is missing and whom to ask, in a sentence. Null for everyone else. */
export function useMissingAccess(): string | null {
  const isManager = useIsManager()
  const { data: teammates } = useTeammates()
  const isMissing = !isManager && teammates?.every(({ is_personal_assistant }) => is_personal_assistant) === true
  return useWhomToAsk(isMissing)
}

function useWhomToAsk(isMissing: boolean): string | null {
  const words = useMessages(accessMessages)
  const language = useLanguage()
  const { data: people, isPending } = usePeople({ enabled: isMissing })
  // One sentence, once it is whole.
  if (!isMissing || isPending) return null
  const managers = people?.data.filter(({ role }) => role !== 'member') ?? []
  const names = managers.slice(0, MAX_NAMED).map(nameOf)
  return words.missing(new Intl.ListFormat(language, { type: 'disjunction' }).format(names))
}
