import { useMessages } from '../../../../lib/i18n.ts'
import { useIsManager } from '../../../../lib/session.ts'
import { Section } from '../../../../ui/section.tsx'
import type { TabProps } from '../use-teammate-form.ts'
import { Chats } from './chats.tsx'
import { overviewMessages } from './messages.ts'
import { People } from './people.tsx'
import { Summary } from './summary.tsx'

/** All about a teammate in one place: what is not changed here is one click away. */
export function OverviewTab({ teammate }: TabProps) {
  const words = useMessages(overviewMessages)
  const isManager = useIsManager()
  return (
    <>
      <Summary teammate={teammate} />
      {teammate.is_personal_assistant ? (
        <Section title={words.people}>
          <p className="text-sm text-muted">{words.onlyYou}</p>
        </Section>
      ) : (
        isManager && <People teammate={teammate} />
      )}
      <Chats teammate={teammate} />
    </>
  )
}
