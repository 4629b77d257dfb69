import { Hand, UserRound } from 'lucide-react'
import type { Conversation } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { Banner } from '../../../ui/banner.tsx'
import { nameOf, usePeople } from '../../people/use-people.ts'
import { handsMessages } from './messages.ts'

/** Says who answers, if it is not simply the teammate. */
export function OperatorBanner({ conversation, teammate }: { conversation: Conversation; teammate: string }) {
  const words = useMessages(handsMessages)
  const { user } = useSession()
  const { data } = usePeople()
  const { assigned_user_id, status } = conversation
  const person = data?.data.find(({ id }) => id === assigned_user_id)
  const sentence = () => {
    if (assigned_user_id === user.id) return words.you
    if (assigned_user_id) return words.person(person ? nameOf(person) : words.somebody, teammate)
    return status === 'waiting_for_operator' ? words.waits(teammate) : words.nobody(teammate)
  }
  return <Banner icon={assigned_user_id ? <UserRound aria-hidden /> : <Hand aria-hidden />}>{sentence()}</Banner>
}
