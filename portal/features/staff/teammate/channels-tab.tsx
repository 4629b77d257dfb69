import { Link } from '@tanstack/react-router'
import type { TeammateChannel } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { teammateMessages } from './messages.ts'
import { Slack } from './slack/slack.tsx'
import { Teams } from './teams/teams.tsx'
import { Telegram } from './telegram/telegram.tsx'
import type { TabProps } from './use-teammate-form.ts'
import { WebChat } from './web-chat.tsx'

const channels: readonly TeammateChannel[] = ['Not selected', 'Web Chat', 'API']

/** How people outside the portal reach a teammate; a personal assistant is nobody's to call but its owner's. */
export function ChannelsTab(props: TabProps) {
  const { teammate, readOnly } = props
  return (
    <>
      {!teammate.is_personal_assistant && <OwnChannel {...props} />}
      <Telegram teammate={teammate} readOnly={readOnly} />
      <Slack teammate={teammate} readOnly={readOnly} />
      <Teams teammate={teammate} readOnly={readOnly} />
    </>
  )
}

function OwnChannel({ teammate, form: { values, set }, readOnly }: TabProps) {
  const words = useMessages(teammateMessages)
  return (
    <Section title={words.channelTitle} text={words.channelText}>
      <div className="max-w-xl space-y-6">
        <Select
          label={words.channel}
          disabled={readOnly}
          value={values.channel}
          options={channels.map((value) => ({ value, label: words.channels[value] }))}
          onChange={(channel) => set({ channel })}
          className="max-w-xs"
        />
        {values.channel === 'Web Chat' && <WebChat teammate={teammate} />}
        {/* Its tab is there once it is saved. */}
        {values.channel === 'API' && teammate.channel === 'API' && (
          <Link
            to="/staff/ai/$employeeId"
            params={{ employeeId: teammate.id }}
            search={{ tab: 'api' }}
            className="inline-block text-sm font-medium text-accent hover:underline"
          >
            {words.toApi}
          </Link>
        )}
      </div>
    </Section>
  )
}
