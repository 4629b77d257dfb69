import { Download, TriangleAlert } from 'lucide-react'
import { ApiError } from '#contracts/client.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import type { ConnectTchatBot, TchatBot } from '#contracts/tchat-bots.ts'
import { useMessages, wordsOf } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { CopyRow } from '../../../page-parts/copy-row.tsx'
import { Access } from '../bots/access.tsx'
import { BotCard } from '../bots/bot-card.tsx'
import { Chats } from '../bots/chats.tsx'
import { type CredentialRefusal, CredentialsForm } from '../bots/credentials-form.tsx'
import { FirstChat } from '../bots/first-chat.tsx'
import { botMessages } from '../bots/messages.ts'
import { PlatformSection } from '../bots/platform-section.tsx'
import { PlatformLink, PublicAddress, Steps } from '../bots/steps.tsx'
import { useTeammateParams } from '../bots/use-bot.ts'
import type { TabProps } from '../use-teammate-form.ts'
import { teamsMessages } from './messages.ts'
import { teamsApi, useConnectBot } from './use-bot.ts'

const AZURE_BOT = 'https://portal.azure.com/#create/Microsoft.AzureBot'

/** The teammate's own bot in Teams: how to get one, whether it works, and in which chats it answers. */
export function Teams({ teammate, readOnly }: Pick<TabProps, 'teammate' | 'readOnly'>) {
  const words = useMessages(teamsMessages)
  const { connect } = useMessages(botMessages)
  return (
    <PlatformSection
      api={teamsApi}
      text={teammate.is_personal_assistant ? words.assistantText : words.text}
      employeeId={teammate.id}
      readOnly={readOnly}
      setUp={({ messaging_endpoint }, onBegin) => (
        <>
          <PublicAddress channel="tchat" address={messaging_endpoint} />
          <Steps
            steps={[
              { title: words.stepCreate, content: <PlatformLink href={AZURE_BOT}>{words.create}</PlatformLink> },
              {
                title: words.stepEndpoint,
                content: <CopyRow label={words.endpoint} copyLabel={words.copyEndpoint} text={messaging_endpoint} />,
              },
              { title: words.stepIds },
              { title: words.stepSecret },
              { title: words.stepChannel },
              {
                title: words.stepConnect,
                content: <CredentialsOfBot employeeId={teammate.id} action={connect} onBegin={onBegin} />,
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
          title={teammate.name}
          isAssistant={teammate.is_personal_assistant}
          readOnly={readOnly}
          onBegin={onBegin}
        />
      )}
    </PlatformSection>
  )
}

type CredentialsProps = { employeeId: string; bot?: TchatBot['bot']; action: string; onBegin: () => void }

function CredentialsOfBot({ employeeId, bot, action, onBegin }: CredentialsProps) {
  const words = useMessages(teamsMessages)
  const connect = useConnectBot(employeeId)
  return (
    <CredentialsForm
      channel="tchat"
      action={action}
      fields={[
        { name: 'app_id', label: words.appId, isSecret: false, known: bot?.app_id },
        { name: 'tenant_id', label: words.tenantId, isSecret: false, known: bot?.tenant_id },
        { name: 'password', label: words.password, hint: words.passwordHint, isSecret: true },
      ]}
      connect={connect}
      refusalOf={refusalOf}
      onBegin={onBegin}
    />
  )
}

function refusalOf(error: Error): CredentialRefusal<keyof ConnectTchatBot> {
  const words = wordsOf(teamsMessages)
  const { connectFailed, unreachable } = wordsOf(botMessages)
  const field = 'password'
  if (!(error instanceof ApiError)) return { field, text: connectFailed }
  if (error.issues.some(({ path }) => path.includes('app_id'))) return { field: 'app_id', text: words.notAnId }
  if (error.issues.some(({ path }) => path.includes('tenant_id'))) return { field: 'tenant_id', text: words.notAnId }
  if (error.code === 'BOT_CREDENTIALS_REFUSED') return describeRefusal(error.message)
  if (error.status === 502) return { field, text: unreachable(chatPlatforms.tchat.label) }
  return { field, text: sentenceOf(error, connectFailed) }
}

type Refusal = CredentialRefusal<keyof ConnectTchatBot>

/** https://learn.microsoft.com/entra/identity-platform/reference-error-codes */
function describeRefusal(sentence: string): Refusal {
  const { refusals, credentialsRefused } = wordsOf(teamsMessages)
  const byCode: Record<string, Refusal | undefined> = {
    AADSTS7000215: { field: 'password', text: refusals.secretWrong },
    AADSTS7000222: { field: 'password', text: refusals.secretExpired },
    AADSTS700016: { field: 'app_id', text: refusals.noSuchApp },
    AADSTS90002: { field: 'tenant_id', text: refusals.noSuchTenant },
    AADSTS900023: { field: 'tenant_id', text: refusals.noSuchTenant },
  }
  const code = /AADSTS\d+/.exec(sentence)?.[0] ?? ''
  return byCode[code] ?? { field: 'password', text: credentialsRefused(sentence) }
}

type ConnectedBotProps = {
  bot: TchatBot
  employeeId: string
  title: string
  isAssistant: boolean
  readOnly: boolean
  onBegin: () => void
}

function ConnectedBot({ bot, employeeId, title, isAssistant, readOnly, onBegin }: ConnectedBotProps) {
  const words = useMessages(teamsMessages)
  const { reconnect } = useMessages(botMessages)
  const { status, bot: identity, error } = bot
  if (!identity) return null
  const isActive = status === 'active'
  const shared = { api: teamsApi, employeeId, readOnly }
  return (
    <div className="max-w-xl space-y-5">
      <BotCard
        {...shared}
        state={bot}
        title={title}
        place={<span className="break-words">{words.app(identity.app_id)}</span>}
        name={title}
        onBegin={onBegin}
      />
      {!isActive && (
        <>
          <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
            {error ? describeRefusal(error).text : words.invalidText} {!readOnly && words.createAnother}
          </Notice>
          {!readOnly && (
            <CredentialsOfBot employeeId={employeeId} bot={identity} action={reconnect} onBegin={onBegin} />
          )}
        </>
      )}
      {isActive && <Package employeeId={employeeId} />}
      {isActive && <FirstChat {...shared} state={bot} wait={words.waiting} done={words.arrived} />}
      {!isAssistant && <Access {...shared} state={bot} name={title} />}
      <Chats {...shared} hint={words.hint} />
    </div>
  )
}

/** What Teams needs to show the bot to people. */
function Package({ employeeId }: { employeeId: string }) {
  const words = useMessages(teamsMessages)
  const { organization_id, employee_id } = useTeammateParams(employeeId)
  return (
    <section className="space-y-2">
      <h3 className="text-sm font-medium">{words.package}</h3>
      <p className="text-xs text-pretty text-muted">{words.packageText}</p>
      <a
        href={`/api/organizations/${organization_id}/employees/${employee_id}/msteams/package`}
        download
        className={buttonClass({ size: 'small' })}
      >
        <Download aria-hidden className="size-3.5" />
        {words.download}
      </a>
    </section>
  )
}
