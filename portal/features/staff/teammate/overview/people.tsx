import { Link } from '@tanstack/react-router'
import { ShieldCheck, UsersRound } from 'lucide-react'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/section.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import { useAccessGroups } from '../../../settings/access-groups/use-access-groups.ts'
import { overviewMessages } from './messages.ts'

/** Who sees the teammate, as its access groups say. */
export function People({ teammate }: { teammate: Teammate }) {
  const words = useMessages(overviewMessages)
  const groups = useAccessGroups()
  const own = groups.data?.data.filter(({ employee_ids }) => employee_ids.includes(teammate.id)) ?? []
  const edit = (
    <Link to="/settings/access-groups" className={buttonClass({ size: 'small' })}>
      {words.editGroups}
    </Link>
  )
  return (
    <Section title={words.people} text={words.peopleText} actions={edit}>
      {!groups.data && (groups.isError ? <LoadFailed title={words.peopleFailed} query={groups} /> : <WaitingRows />)}
      {groups.data && (
        <>
          <ul className="divide-y divide-line rounded-xl border border-line">
            <li className="flex min-h-12 items-center gap-3 px-4 py-2 text-sm">
              <ShieldCheck aria-hidden className="size-4.5 shrink-0 text-muted" />
              <span className="min-w-0 grow font-medium">{words.managers}</span>
              <span className="text-xs text-muted">{words.managersText}</span>
            </li>
            {own.map(({ id, name, user_ids }) => (
              <li key={id} className="flex min-h-12 items-center gap-3 px-4 py-2 text-sm">
                <UsersRound aria-hidden className="size-4.5 shrink-0 text-muted" />
                <span className="min-w-0 grow truncate font-medium">{name}</span>
                <span className="shrink-0 text-xs text-muted">{words.peopleCount(user_ids.length)}</span>
              </li>
            ))}
          </ul>
          {own.length === 0 && <p className="mt-3 text-sm text-muted">{words.noGroups}</p>}
        </>
      )}
    </Section>
  )
}
