import { useMemo } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import type { Mention } from '../../conversation/compose/mention-text.ts'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { chatMessages } from '../messages.ts'
import type { MentionSource } from './mention-source.ts'
import { useFileOptions } from './use-file-options.ts'

/** The characters that open the menu. */
export const triggers = ['@', '#']

/**
 * The organization's teammates, but the one who is talked to and people's own assistants; and the files that the one who
 * is talked to may read.
 */
export function useMentionSources(employeeId: string, mention: Mention | null): readonly MentionSource[] {
  const words = useMessages(chatMessages)
  const { data: teammates } = useTeammates()
  const files = useFileOptions(employeeId, mention?.trigger === '#' ? mention.wanted : null)
  return useMemo(() => {
    const others = teammates?.filter(({ id, is_personal_assistant }) => id !== employeeId && !is_personal_assistant)
    const options = (others ?? []).map(({ id, name, role }) => ({
      id,
      text: name,
      note: role,
      kind: 'teammate' as const,
    }))
    return [
      { trigger: '@', label: words.mention, options },
      { trigger: '#', label: words.mentionFile, options: files, isFound: true },
    ]
  }, [teammates, files, employeeId, words])
}
