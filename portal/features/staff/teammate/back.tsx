import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { teammateMessages } from './messages.ts'

export function Back() {
  const words = useMessages(teammateMessages)
  return (
    <Link
      to="/staff"
      aria-label={words.back}
      title={words.back}
      className="flex size-8 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink md:-ml-2 [&_svg]:size-4"
    >
      <ArrowLeft aria-hidden />
    </Link>
  )
}
