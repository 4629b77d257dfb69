import { Link } from '@tanstack/react-router'
import { ChevronRight, Circle, CircleCheck, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { InboxLink } from '../page-parts/inbox-link.tsx'
import { firstStepsMessages } from './messages.ts'
import type { FirstStep } from './use-first-steps.ts'

/** What is left to do before the organization’s teammates can work, each with the way to the place where it is done. */
export function FirstSteps({ steps, onHide }: { steps: readonly FirstStep[]; onHide: () => void }) {
  const words = useMessages(firstStepsMessages)
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section aria-labelledby="first-steps" className="w-full rounded-xl border border-line bg-raised">
      <div className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
        <h3 id="first-steps" className="text-sm font-semibold">
          {words.title}
        </h3>
        <span className="grow text-xs text-muted tabular-nums">
          {words.progress(number(done), number(steps.length))}
        </span>
        <IconButton label={words.hide} onClick={onHide} className="pointer-coarse:size-10!">
          <X aria-hidden />
        </IconButton>
      </div>
      <ol className="divide-y divide-line border-t border-line">
        {steps.map((step) => (
          <li key={step.name}>
            <Step step={step} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Step({ step }: { step: FirstStep }) {
  const words = useMessages(firstStepsMessages)
  const { title, text } = words.steps[step.name]
  if (step.isDone)
    return (
      <div className="flex items-center gap-3 px-4 py-3">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-positive" />
        <span className="text-sm text-muted">{title}</span>
        <span className="sr-only">{words.done}</span>
      </div>
    )
  return (
    <PlaceLink step={step}>
      <Circle aria-hidden className="size-5 shrink-0 text-faint" />
      <span className="min-w-0 grow">
        <span className="block text-sm font-medium">{title}</span>
        <span className="block text-xs text-pretty text-muted">{text}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
    </PlaceLink>
  )
}

const linkClass = 'flex items-center gap-3 px-4 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2'

function PlaceLink({ step: { name, teammateId }, children }: { step: FirstStep; children: ReactNode }) {
  const props: Pick<ComponentProps<typeof Link>, 'className' | 'children'> = { className: linkClass, children }
  if (name === 'vendor') return <Link to="/settings/vendors" {...props} />
  if (name === 'teammate') return <Link to="/staff" search={{ create: 'teammate' }} {...props} />
  if (name === 'colleague') return <Link to="/staff/people" {...props} />
  if (name === 'site') return <Link to="/settings/webchat" {...props} />
  if (name === 'visitor') return <InboxLink className={linkClass}>{children}</InboxLink>
  // A folder is shared on its teammate’s page; without a teammate there is nobody to share it with yet.
  if (teammateId)
    return (
      <Link to="/staff/ai/$employeeId" params={{ employeeId: teammateId }} search={{ tab: 'storage' }} {...props} />
    )
  return <Link to="/storage" {...props} />
}
