import { useLocation, useNavigate } from '@tanstack/react-router'
import { Link2, Unplug } from 'lucide-react'
import type { WchatLink } from '#contracts/channel-bots.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { Page } from '../../shell/page.tsx'
import { slackMessages } from './messages.ts'
import { useLinkSlackAccount } from './use-slack-account.ts'

/** Where the link leads that the app sends to an account on Slack: nothing is linked before the user has seen which one it is. */
export function SlackLinkPage() {
  const words = useMessages(slackMessages)
  const { organization } = useSession()
  const href = useLocation({ select: (location) => location.href })
  const navigate = useNavigate()
  const linking = useLinkSlackAccount()
  const token = new URLSearchParams(href.split('?')[1]).get('token') ?? ''
  const link = readLink(token)
  const problem = !link ? words.linkInvalid : link.organization_id === organization.id ? null : words.linkElsewhere
  const submit = () =>
    linking.mutate(token, {
      onSuccess: ({ account }) => {
        showToast(words.linked(account?.name ?? ''))
        navigate({ to: '/settings', replace: true })
      },
      onError: (error) => showToast(sentenceOf(error, words.linkFailed)),
    })
  return (
    <Page title={words.linkTitle}>
      {problem !== null || !link ? (
        <EmptyState alert icon={<Unplug aria-hidden />} title={words.linkTitle} text={problem ?? words.linkInvalid} />
      ) : (
        <EmptyState
          icon={<Link2 aria-hidden />}
          title={words.linkTitle}
          text={words.linkText(link.name, link.team_name)}
        >
          <Button look="primary" busy={linking.isPending} onClick={submit}>
            {words.link}
          </Button>
        </EmptyState>
      )}
    </Page>
  )
}

/** Only to show it: the server verifies the token. */
function readLink(token: string): Pick<WchatLink, 'organization_id' | 'name' | 'team_name'> | null {
  try {
    const [payload = ''] = token.split('.')
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const { organization_id, name, team_name } = JSON.parse(new TextDecoder().decode(bytes)) as Partial<WchatLink>
    return organization_id && name && team_name ? { organization_id, name, team_name } : null
  } catch {
    return null
  }
}
