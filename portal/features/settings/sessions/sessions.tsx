import { useState } from 'react'
import type { Session } from '#contracts/sign-in.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { AskFirst } from '../../page-parts/ask-first.tsx'
import { ListPlaceholder } from '../../page-parts/list-placeholder.tsx'
import { browserName } from './browser-name.ts'
import { sessionMessages } from './messages.ts'
import { useEndOtherSessions, useEndSession, useSessions } from './use-sessions.ts'

/** The browsers and desktop apps in which the person is signed in, each with a way to end it. */
export function Sessions() {
  const words = useMessages(sessionMessages)
  const sessions = useSessions()
  const hasOthers = sessions.data?.some(({ is_current }) => !is_current)
  return (
    <Section title={words.title} text={words.text} actions={hasOthers && <EndOthers />}>
      <ListPlaceholder query={sessions} failed={words.failed} />
      {sessions.data && (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function SessionRow({ session }: { session: Session }) {
  const words = useMessages(sessionMessages)
  const language = useLanguage()
  const end = useEndSession()
  const { browser, system } = browserName(session.user_agent)
  const name =
    session.device_name ?? (browser && system ? words.on(browser, system) : (browser ?? system ?? words.unknown))
  const where = session.address && words.address(session.address)
  const used = words.used(formatMoment(session.last_used_at, language))
  const submit = () =>
    end.mutate(session.id, {
      onSuccess: () => showToast(words.ended),
      onError: (error) => showToast(sentenceOf(error, words.endFailed)),
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-52">
        <p className="flex items-center gap-2 text-sm font-medium" title={session.user_agent ?? undefined}>
          <span className="truncate">{name}</span>
          {session.is_current && <Badge>{words.current}</Badge>}
        </p>
        <p className="mt-0.5 text-xs text-muted">{[used, where].filter(Boolean).join(' · ')}</p>
      </div>
      {!session.is_current && (
        <Button size="small" busy={end.isPending} aria-label={words.signOutLabel(name)} onClick={submit}>
          {words.signOut}
        </Button>
      )}
    </li>
  )
}

function EndOthers() {
  const words = useMessages(sessionMessages)
  const [asking, setAsking] = useState(false)
  const end = useEndOtherSessions()
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {words.endOthers}
      </Button>
      <AskFirst
        open={asking}
        onOpenChange={setAsking}
        title={words.endOthersTitle}
        text={words.endOthersText}
        action={words.endOthers}
        work={() => end.mutateAsync()}
        done={words.othersEnded}
        failed={words.endFailed}
      />
    </>
  )
}
