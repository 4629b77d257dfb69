import { Link } from '@tanstack/react-router'
import { useMessages } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { useLinkable } from '../../../settings/accounts/use-accounts.ts'
import { telegramMessages } from './messages.ts'

/** By what a personal assistant knows its owner, whom alone it answers. */
export function LinkedAccount() {
  const words = useMessages(telegramMessages)
  const linkable = useLinkable()
  const { msgr_account: account } = useSession().user
  if (account)
    return (
      <Notice className="max-w-xl">
        {words.linkedAs(account.username ? `@${account.username}` : (account.name ?? account.id))}
      </Notice>
    )
  if (!linkable.data) return null
  if (!linkable.data.msgr) return <Notice className="max-w-xl">{words.cannotLink}</Notice>
  return (
    <Notice className="max-w-xl">
      {words.link}{' '}
      <Link to="/settings" className="font-medium text-accent hover:underline">
        {words.linkAccount}
      </Link>
    </Notice>
  )
}
