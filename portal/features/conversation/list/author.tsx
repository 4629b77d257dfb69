import type { ReactNode } from 'react'
import { formatMoment, formatTime } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'

type AuthorProps = {
  name: string
  /** The person's own name, where they are called otherwise here. */
  face?: string | undefined
  picture?: string | null
  at: string
  note?: ReactNode
}

/** Who wrote a message, and when. */
export function Author({ name, face = name, picture, at, note }: AuthorProps) {
  const language = useLanguage()
  return (
    <div className="mb-1.5 flex items-center gap-2">
      <Avatar name={face} picture={picture ?? null} size="small" />
      <span className="truncate text-sm font-semibold">{name}</span>
      <time dateTime={at} title={formatMoment(at, language)} className="shrink-0 text-2xs text-faint">
        {formatTime(at, language)}
      </time>
      {note}
    </div>
  )
}
