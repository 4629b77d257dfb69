import { useLocation, useNavigate } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { WchatLink } from '#contracts/channel-bots.ts'
import { ApiError } from '#contracts/client.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { Page } from '../../shell/page.tsx'
import { LinkElsewhere } from './link-elsewhere.tsx'
import { LinkProblem } from './link-problem.tsx'
import { slackMessages } from './messages.ts'
import { useLinkSlackAccount } from './use-slack-account.ts'

/** Where the link leads that the app sends to an account on Slack: nothing is linked before the user has seen which one it is. */
export function SlackLinkPage() {
  const words = useMessages(slackMessages)
  const href = useLocation({ select: (location) => location.href })
  const token = new URLSearchParams(href.split('?')[1]).get('token') ?? ''
  return (
    <Page title={words.linkTitle}>
      {/* Another link that is opened in the same tab begins again. */}
      <AccountLink key={token} token={token} />
    </Page>
  )
}

function AccountLink({ token }: { token: string }) {
  const words = useMessages(slackMessages)
  const { organization } = useSession()
  const navigate = useNavigate()
  const linking = useLinkSlackAccount()
  const [openedAt] = useState(() => Date.now())
  const link = readLink(token)
  if (!link) return <LinkProblem title={words.linkIncomplete} text={words.linkIncompleteText} />
  if (link.expires_at <= openedAt) return <LinkProblem title={words.linkExpired} text={words.linkExpiredText} />
  if (link.organization_id !== organization.id) return <LinkElsewhere organizationId={link.organization_id} />
  if (linking.error instanceof ApiError && linking.error.code === 'LINK_INVALID') {
    return <LinkProblem title={words.linkUsed} text={words.linkUsedText} />
  }
  const submit = () =>
    linking.mutate(token, {
      onSuccess: ({ account }) => {
        showToast(words.linked(account?.name ?? ''))
        navigate({ to: '/settings', replace: true })
      },
      onError: (error) => {
        if (!(error instanceof ApiError) || error.code !== 'LINK_INVALID')
          showToast(sentenceOf(error, words.linkFailed))
      },
    })
  return (
    <EmptyState icon={<Link2 aria-hidden />} title={words.linkTitle} text={words.linkText(link.name, link.team_name)}>
      <Button look="primary" busy={linking.isPending} onClick={submit}>
        {words.link}
      </Button>
    </EmptyState>
  )
}

/** Only to show it: the server verifies the token. */
function readLink(token: string): Omit<WchatLink, 'account_id' | 'nonce'> | null {
  try {
    const [payload = ''] = token.split('.')
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const { organization_id, name, team_name, expires_at } = JSON.parse(
      new TextDecoder().decode(bytes),
    ) as Partial<WchatLink>
    return organization_id && name && team_name && expires_at ? { organization_id, name, team_name, expires_at } : null
  } catch {
    return null
  }
}
