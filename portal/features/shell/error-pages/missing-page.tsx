import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { useTitle } from '../../../lib/title.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { errorPageMessages } from './messages.ts'

export function MissingPage() {
  return (
    <main className="flex h-full">
      <Missing />
    </main>
  )
}

export function Missing() {
  const words = useMessages(errorPageMessages)
  useTitle(words.missing.title)
  return (
    <EmptyState icon={<Compass aria-hidden />} title={words.missing.title} text={words.missing.text}>
      <Link to="/" className="text-sm font-medium text-accent hover:underline">
        {words.missing.home}
      </Link>
    </EmptyState>
  )
}
