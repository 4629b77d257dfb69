import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = { neutral: 'bg-hover text-muted', warning: 'bg-warning-soft text-warning' }

type NoticeProps = { tone?: keyof typeof tones; icon?: ReactNode; className?: string; children: ReactNode }

/** Something to know about what is below it. */
export function Notice({ tone = 'neutral', icon, className, children }: NoticeProps) {
  return (
    <div
      className={classNames(
        'flex items-start gap-2.5 rounded-lg px-3.5 py-2.5 text-sm text-pretty [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon}
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}
