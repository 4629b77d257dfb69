import type { ReactNode } from 'react'

type SectionProps = { title: string; text?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A titled part of a page of settings. */
export function Section({ title, text, actions, children }: SectionProps) {
  return (
    <section className="border-b border-line py-7 first:pt-2 last:border-0">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-base font-semibold tracking-tight">{title}</h2>
          {text && <p className="mt-1 max-w-prose text-sm text-pretty text-muted">{text}</p>}
        </div>
        {actions && <div className="flex gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
