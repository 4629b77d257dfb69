import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { UsageWarning } from '#contracts/usage.ts'
import { formatNumber, formatUsd } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { Notice } from '../../ui/notice.tsx'
import { usageMessages } from './messages.ts'

/** What is nearly used up. */
export function UsageWarnings({ warnings }: { warnings: UsageWarning[] }) {
  const words = useMessages(usageMessages)
  const language = useLanguage()
  if (warnings.length === 0) return null
  const number = (value: number) => formatNumber(Math.round(value), language)
  return (
    <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
      <ul className="space-y-1">
        {warnings.map((warning) =>
          warning.kind === 'credits' ? (
            <li key="credits">{words.nearCredits(number(warning.spent_credits), number(warning.left_credits))}</li>
          ) : (
            <li key={warning.employee_id}>
              <Link to="/settings/spending" className="hover:underline">
                {words.nearLimit(
                  warning.name,
                  formatUsd(warning.spent_usd, language),
                  formatUsd(warning.limit_usd, language),
                )}
              </Link>
            </li>
          ),
        )}
      </ul>
    </Notice>
  )
}
