import { Link, Navigate, useParams } from '@tanstack/react-router'
import { chatPlatforms, identityProviders } from '#contracts/parties.ts'
import * as channelBotPaths from '#contracts/paths/channel-bots.ts'
import * as integrationPaths from '#contracts/paths/integrations.ts'
import { safeReturnPath } from '#contracts/return-path.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { slackMessages } from '../settings/slack/messages.ts'
import { accountMessages } from '../staff/teammate/accounts/messages.ts'
import { ReturnPage } from './return-page.tsx'
import { useReturned } from './use-returned.ts'

/** Where people come back to from Slack. */
export function SlackCallback() {
  const words = useMessages(slackMessages)
  const { data, error } = useReturned(({ state = '', code, error }) =>
    call(channelBotPaths.finishWchatOAuth, { body: { state, ...(code && { code }), ...(error && { error }) } }),
  )
  if (data) return <Navigate to={safeReturnPath(data.redirect_url)} replace />
  return (
    <ReturnPage
      party={chatPlatforms.wchat.label}
      waiting={words.connecting}
      failed={words.connectFailed}
      problem={error && sentenceOf(error, words.connectFailedText)}
    >
      <Link to="/settings/organization" className={buttonClass({ look: 'primary' })}>
        {words.back}
      </Link>
    </ReturnPage>
  )
}

/** Where people come back to from a provider whose account they connect to a teammate. */
export function AccountCallback() {
  const words = useMessages(accountMessages)
  const { organization } = useSession()
  const { service = '' } = useParams({ strict: false })
  const params = { organization_id: organization.id, service }
  const { data, error, asked } = useReturned(({ state = '', code }) =>
    // Without a code nothing is to be finished.
    code ? call(integrationPaths.finishIntegration, { params, body: { code, state } }) : Promise.resolve(null),
  )
  const tab = { to: '/staff/ai/$employeeId', search: { tab: 'mcps' } } as const
  if (data) return <Navigate {...tab} params={{ employeeId: data.employee_id }} replace />
  const employeeId = employeeIdIn(asked.state ?? '')
  const refused = asked.error === 'access_denied' ? words.denied : words.callbackFailedText
  const problem = data === null ? refused : error && sentenceOf(error, words.callbackFailedText)
  const className = buttonClass({ look: 'primary' })
  return (
    <ReturnPage
      party={service === 'idpa' || service === 'idpb' ? identityProviders[service].label : service}
      waiting={words.connecting}
      failed={words.callbackFailed}
      problem={problem}
    >
      {employeeId ? (
        <Link {...tab} params={{ employeeId }} className={className}>
          {words.back}
        </Link>
      ) : (
        <Link to="/staff" className={className}>
          {words.backToTeammates}
        </Link>
      )}
    </ReturnPage>
  )
}

/** Only for the way back: the server judges the state. */
function employeeIdIn(state: string): string | null {
  try {
    const { employeeId } = JSON.parse(atob(state)) as { employeeId?: unknown }
    return typeof employeeId === 'string' && /^[\da-f-]{36}$/i.test(employeeId) ? employeeId : null
  } catch {
    return null
  }
}
