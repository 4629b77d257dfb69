import type { ReactNode } from 'react'

/** How many are selected, and what can be done with all of them. */
export function SelectionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="pointer-events-auto flex animate-[appear_160ms_ease-out] items-center gap-1.5 rounded-xl border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-float"
    >
      <p role="status" className="mr-2 text-sm whitespace-nowrap tabular-nums">
        {label}
      </p>
      {children}
    </section>
  )
}
