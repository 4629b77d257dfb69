import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

/** A page of several, as its tab and the command palette name it. */
export type Part = { to: NonNullable<ComponentProps<typeof Link>['to']>; label: string }
/** Pages that belong together. */
export type Parts = { title: string; parts: readonly Part[] }

/** Links to the parts of a page, under its header. Where not all of them fit, the one that is open is in sight. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const open = bar.current?.querySelector('[aria-current=page]')
    open?.scrollIntoView({ block: 'nearest', inline: 'center' })
  })
  return (
    <nav
      ref={bar}
      aria-label={label}
      className="shrink-0 overflow-x-auto border-b border-line px-2 [scrollbar-width:none] md:px-5"
    >
      <ul className="flex">{children}</ul>
    </nav>
  )
}

/** For the links in it: the one that is open has the accent under it. */
export const tabClass =
  'flex h-10 items-center border-b-2 border-transparent px-2.5 text-sm whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-4 aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink'

/** A tab for each page of several. */
export function PageTabs({ label, parts }: { label: string; parts: readonly Part[] }) {
  // The address of the first one may begin those of the others.
  const isFirst = (to: string) => parts.some((other) => other.to.startsWith(`${to}/`))
  return (
    <Tabs label={label}>
      {parts.map(({ to, label: name }) => (
        <li key={to}>
          <Link to={to} className={tabClass} activeOptions={{ exact: isFirst(to), includeSearch: false }}>
            {name}
          </Link>
        </li>
      ))}
    </Tabs>
  )
}
