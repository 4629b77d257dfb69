import type { ReactNode } from 'react'

export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-5 shrink-0 items-center rounded-full bg-accent-soft px-2 text-2xs font-medium text-accent">
      {children}
    </span>
  )
}
