import type { RefObject } from 'react'
import { foldText } from '#contracts/fold-text.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useCannedReplies } from '../../canned-replies/use-canned-replies.ts'
import { type CannedValues, fillCannedReply } from './fill-canned-reply.ts'
import { composeMessages } from './messages.ts'
import { type TextMenuState, type TextOption, useTextMenu } from './use-text-menu.ts'

/** The menu of canned replies after a `/`: shortcuts that begin with the query first, then those that contain it. */
export function useCannedMenu(field: RefObject<HTMLTextAreaElement | null>, values: CannedValues): TextMenuState {
  const words = useMessages(composeMessages)
  const { data } = useCannedReplies()
  const replies = data?.data ?? []
  const find = (wanted: string): TextOption[] => {
    // A shortcut is one word, so a slash after other text opens no menu.
    if (/\s/.test(wanted)) return []
    const folded = foldText(wanted)
    const found = replies.map((reply) => ({ reply, rank: rankOf(reply, folded) })).filter(({ rank }) => rank > 0)
    return found
      .toSorted((a, b) => b.rank - a.rank)
      .map(({ reply: { id, shortcut, content } }) => ({
        id,
        text: `/${shortcut}`,
        note: content,
        inserted: fillCannedReply(content, values),
      }))
  }
  return useTextMenu(field, { trigger: '/', label: words.cannedReplies, find, isEmpty: data?.data.length === 0 })
}

function rankOf({ shortcut, content }: { shortcut: string; content: string }, wanted: string): number {
  const own = foldText(shortcut)
  if (own.startsWith(wanted)) return 3
  if (own.includes(wanted)) return 2
  return foldText(content).includes(wanted) ? 1 : 0
}
