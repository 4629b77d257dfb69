import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

type FoldProps = { title: string; isOpen?: boolean; children: ReactNode }

/** A collapsible part of a form for rarely used fields. */
export function Fold({ title, isOpen = false, children }: FoldProps) {
  // Only the initial state: clearing a field must not collapse the section.
  const [wasOpen] = useState(isOpen)
  return (
    <details open={wasOpen} className="group">
      <summary className="flex w-fit cursor-pointer items-center gap-1 rounded text-sm font-medium">
        <ChevronRight aria-hidden className="size-3.5 text-muted transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="mt-3 space-y-3">{children}</div>
    </details>
  )
}
