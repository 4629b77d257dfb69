import { useMemo } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { chatMessages } from '../messages.ts'
import type { MentionSource } from './mention-source.ts'

/** The organization's teammates, but the one who is talked to and people's own assistants. */
export function useMentionSources(employeeId: string): readonly MentionSource[] {
  const words = useMessages(chatMessages)
  const { data: teammates } = useTeammates()
  return useMemo(() => {
    const others = teammates?.filter(({ id, is_personal_assistant }) => id !== employeeId && !is_personal_assistant)
    const options = (others ?? []).map(({ id, name, role }) => ({ id, text: name, note: role }))
    return [{ trigger: '@', label: words.mention, options }]
  }, [teammates, employeeId, words])
}
