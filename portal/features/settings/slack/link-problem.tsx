import { Link } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { slackMessages } from './messages.ts'

/** Why a link cannot be used, and what to do; `children` is the way that mends it, where there is one here. */
export function LinkProblem({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const words = useMessages(slackMessages)
  return (
    <EmptyState alert icon={<Unplug aria-hidden />} title={title} text={text}>
      {children ?? (
        <Link to="/settings" className={buttonClass({})}>
          {words.back}
        </Link>
      )}
    </EmptyState>
  )
}
