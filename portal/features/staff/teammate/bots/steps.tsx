import { ExternalLink, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { chatPlatforms } from '#contracts/parties.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { botMessages } from './messages.ts'

export type Step = { title: string; content?: ReactNode }

/** What someone does at a platform, in its order, with what they need for it beside each step. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const words = useMessages(botMessages)
  return (
    <ol aria-label={words.steps} className="space-y-5">
      {steps.map(({ title, content }, index) => (
        <li key={title} className="flex gap-3">
          <span
            aria-hidden
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-hover text-xs font-medium"
          >
            {index + 1}
          </span>
          <div className="min-w-0 grow space-y-2 pt-0.5">
            <p className="text-sm text-pretty">{title}</p>
            {content}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** To a page of the platform, beside which one continues here. */
export function PlatformLink({ href, children }: { href: string; children: string }) {
  const words = useMessages(botMessages)
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={words.newTab(children)}
      className="text-sm font-medium text-accent hover:underline"
    >
      {children}
      <ExternalLink aria-hidden className="mb-0.5 ml-1 inline size-3" />
    </a>
  )
}

/** Warns before someone sets up a bot in vain: a platform sends nothing to an address that only this network knows. */
export function PublicAddress({ channel, address }: { channel: keyof typeof chatPlatforms; address: string }) {
  const words = useMessages(botMessages)
  const { protocol, origin } = new URL(address)
  if (protocol === 'https:') return null
  return (
    <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
      {words.notPublic(chatPlatforms[channel].label, origin)}
    </Notice>
  )
}
