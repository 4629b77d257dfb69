import type { ReactNode } from 'react'

type EmptyStateProps = { icon?: ReactNode; title: string; text?: string; alert?: boolean; children?: ReactNode }

/** Shown where content would be: nothing yet, or something went wrong (`alert`), and what to do about it. */
export function EmptyState({ icon, title, text, alert, children }: EmptyStateProps) {
  return (
    <div
      data-empty
      role={alert ? 'alert' : undefined}
      className="m-auto flex max-w-sm animate-[fade_200ms] flex-col items-center px-6 py-10 text-center"
    >
      {icon && <div className="mb-4 text-faint [&>svg]:size-7 [&>svg]:stroke-[1.5]">{icon}</div>}
      <h2 className="text-base font-semibold tracking-tight text-balance">{title}</h2>
      {text && <p className="mt-1.5 text-sm text-pretty text-muted">{text}</p>}
      {children && <div className="mt-5 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
