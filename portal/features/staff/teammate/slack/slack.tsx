import { TriangleAlert } from 'lucide-react'
import { ApiError } from '#contracts/client.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import type { ConnectWchatBot, WchatBot } from '#contracts/wchat-bots.ts'
import { useMessages, wordsOf } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { CodeSample } from '../../../page-parts/code-sample.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { Access } from '../bots/access.tsx'
import { BotCard } from '../bots/bot-card.tsx'
import { Chats } from '../bots/chats.tsx'
import { type CredentialRefusal, CredentialsForm } from '../bots/credentials-form.tsx'
import { FirstMessage } from '../bots/first-message.tsx'
import { botMessages } from '../bots/messages.ts'
import { PlatformSection } from '../bots/platform-section.tsx'
import { PlatformLink, PublicAddress, Steps } from '../bots/steps.tsx'
import type { TabProps } from '../use-teammate-form.ts'
import { slackBotMessages } from './messages.ts'
import { slackApi, useConnectBot, useManifest } from './use-bot.ts'

/** https://docs.slack.dev/app-manifests/configuring-apps-with-app-manifests: a link that carries the manifest. */
const createAddress = (manifest: unknown): string =>
  `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(manifest))}`

/** The teammate's own app in Slack: how to get one, whether it works, and in which chats it answers. */
export function Slack({ teammate, readOnly }: Pick<TabProps, 'teammate' | 'readOnly'>) {
  const words = useMessages(slackBotMessages)
  const { connect } = useMessages(botMessages)
  return (
    <PlatformSection
      api={slackApi}
      text={teammate.is_personal_assistant ? words.assistantText : words.text}
      employeeId={teammate.id}
      readOnly={readOnly}
      setUp={({ events_url }, onBegin) => (
        <>
          <PublicAddress channel="wchat" address={events_url} />
          <Steps
            steps={[
              { title: words.stepCreate, content: <Manifest employeeId={teammate.id} /> },
              { title: words.stepVerify },
              { title: words.stepInstall },
              { title: words.stepSecret },
              {
                title: words.stepConnect,
                content: <SecretsForm employeeId={teammate.id} action={connect} onBegin={onBegin} />,
              },
            ]}
          />
        </>
      )}
    >
      {(bot, onBegin) => (
        <ConnectedBot
          bot={bot}
          employeeId={teammate.id}
          isAssistant={teammate.is_personal_assistant}
          readOnly={readOnly}
          onBegin={onBegin}
        />
      )}
    </PlatformSection>
  )
}

function Manifest({ employeeId }: { employeeId: string }) {
  const words = useMessages(slackBotMessages)
  const manifest = useManifest(employeeId)
  if (manifest.isError) return <LoadFailed title={words.manifestFailed} query={manifest} />
  if (!manifest.data) return null
  return (
    <>
      <PlatformLink href={createAddress(manifest.data)}>{words.create}</PlatformLink>
      <details className="text-xs text-muted">
        <summary className="cursor-pointer underline decoration-dotted underline-offset-2">{words.manifest}</summary>
        <div className="mt-2">
          <CodeSample label="JSON" copyLabel={words.copyManifest} text={JSON.stringify(manifest.data, null, 2)} />
        </div>
      </details>
    </>
  )
}

type SecretsFormProps = { employeeId: string; action: string; onBegin: () => void }

function SecretsForm({ employeeId, action, onBegin }: SecretsFormProps) {
  const words = useMessages(slackBotMessages)
  const connect = useConnectBot(employeeId)
  return (
    <CredentialsForm
      channel="wchat"
      action={action}
      fields={[
        { name: 'bot_token', label: words.token, hint: words.tokenHint, isSecret: true },
        { name: 'signing_secret', label: words.secret, hint: words.secretHint, isSecret: true },
      ]}
      connect={connect}
      refusalOf={refusalOf}
      onBegin={onBegin}
    />
  )
}

function refusalOf(error: Error): CredentialRefusal<keyof ConnectWchatBot> {
  const words = wordsOf(slackBotMessages)
  const { connectFailed, unreachable } = wordsOf(botMessages)
  const field = 'bot_token'
  if (!(error instanceof ApiError)) return { field, text: connectFailed }
  if (error.issues.some(({ path }) => path.includes('bot_token'))) return { field, text: words.notAToken }
  if (error.code === 'VALIDATION_FAILED') return { field: 'signing_secret', text: words.notASecret }
  if (error.code === 'BOT_TOKEN_REFUSED') return { field, text: words.tokenRefused }
  if (error.code === 'SCOPES_MISSING') return { field, text: words.scopes(scopesIn(error.message)) }
  if (error.status === 502) return { field, text: unreachable(chatPlatforms.wchat.label) }
  return { field, text: sentenceOf(error, connectFailed) }
}

/** A refusal names the scopes within its sentence, which is in the server's language. */
const scopesIn = (sentence: string): string => (sentence.match(/[a-z_]+:[a-z_.]*[a-z]/g) ?? []).join(', ')

/** Slack gives its reason in one word, which only some readers know. */
function invalidReason(error: string | null): string {
  const { invalidText, invalidReasons } = wordsOf(slackBotMessages)
  const reasons: Record<string, string | undefined> = invalidReasons
  return (error && reasons[error]) || (error ? `${invalidText} (${error})` : invalidText)
}

type ConnectedBotProps = SecretsFormProps & { bot: WchatBot; isAssistant: boolean; readOnly: boolean }

function ConnectedBot({ bot, employeeId, isAssistant, readOnly, onBegin }: Omit<ConnectedBotProps, 'action'>) {
  const words = useMessages(slackBotMessages)
  const { reconnect } = useMessages(botMessages)
  const { status, bot: identity, missing_scopes, last_error, has_received_events, has_refused_events } = bot
  if (!identity) return null
  const isActive = status === 'active'
  const shared = { api: slackApi, employeeId, readOnly }
  const name = `@${identity.username}`
  return (
    <div className="max-w-xl space-y-5">
      <BotCard
        {...shared}
        state={bot}
        title={name}
        place={<span>{words.inWorkspace(identity.team.name)}</span>}
        hasProblem={has_refused_events || missing_scopes.length > 0}
        name={name}
        onBegin={onBegin}
      />
      {!isActive && (
        <>
          <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
            {invalidReason(last_error)} {!readOnly && words.pasteAnother}
          </Notice>
          {!readOnly && <SecretsForm employeeId={employeeId} action={reconnect} onBegin={onBegin} />}
        </>
      )}
      {isActive && missing_scopes.length > 0 && (
        <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
          {words.scopes(missing_scopes.join(', '))}
        </Notice>
      )}
      {isActive && has_refused_events && (
        <>
          <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
            {words.wrongSecret} {!readOnly && words.pasteSecret}
          </Notice>
          {!readOnly && <SecretsForm employeeId={employeeId} action={reconnect} onBegin={onBegin} />}
        </>
      )}
      {isActive && !has_refused_events && (
        <FirstMessage hasArrived={has_received_events} wait={words.waiting(name)} done={words.arrived} />
      )}
      {!isAssistant && <Access {...shared} state={bot} name={name} />}
      <Chats {...shared} hint={isAssistant ? words.assistantHint : words.hint} />
    </div>
  )
}
