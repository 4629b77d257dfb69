import { type ReactNode, useEffect, useRef } from 'react'

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
