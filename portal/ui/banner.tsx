import type { ReactNode } from 'react'

/** A calm line above the content about something that heals by itself. */
export function Banner({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <output className="flex animate-[fade_200ms] items-center justify-center gap-2 bg-warning-soft px-4 py-1.5 text-xs text-warning [&_svg]:size-3.5">
      {icon}
      {children}
    </output>
  )
}
