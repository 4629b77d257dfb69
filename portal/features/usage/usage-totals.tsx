import type { Usage } from '#contracts/usage.ts'
import { formatNumber, formatUsd } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { useFormats } from '../logs/use-formats.ts'
import { usageMessages } from './messages.ts'

/** All of it in four figures, and one more where there were calls. */
export function UsageTotals({ totals }: Pick<Usage, 'totals'>) {
  const words = useMessages(usageMessages)
  const language = useLanguage()
  const { duration } = useFormats()
  const number = (value: number) => formatNumber(value, language)
  const { runs, usd_cost, input_tokens, output_tokens, listened_ms, spoken_ms } = totals
  const hasCalls = listened_ms + spoken_ms > 0
  return (
    <dl className={classNames('grid grid-cols-2 gap-3', hasCalls ? 'lg:grid-cols-5' : 'lg:grid-cols-4')}>
      <Figure
        label={words.cost}
        value={formatUsd(usd_cost, language)}
        text={runs > 0 ? words.costText(formatUsd(usd_cost / runs, language)) : ''}
      />
      <Figure
        label={words.runs}
        value={number(runs)}
        text={words.endings(number(totals.failed), number(totals.cancelled))}
      />
      <Figure
        label={words.tokens}
        value={number(input_tokens + output_tokens)}
        text={words.tokensText(number(input_tokens), number(output_tokens), number(totals.cached_input_tokens))}
      />
      <Figure
        label={words.time}
        value={duration(totals.mean_ms)}
        text={words.timeText(duration(totals.p50_ms), duration(totals.p95_ms))}
      />
      {hasCalls && (
        <Figure
          label={words.calls}
          value={formatUsd(totals.speech_usd_cost, language)}
          text={words.callsText(duration(listened_ms), duration(spoken_ms))}
        />
      )}
    </dl>
  )
}

function Figure({ label, value, text }: { label: string; value: string; text: string }) {
  return (
    <div className="rounded-xl border border-line px-4 py-3">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-1">
        <span className="block text-xl font-semibold tracking-tight tabular-nums">{value}</span>
        <span className="mt-1 block text-xs text-pretty text-muted">{text}</span>
      </dd>
    </div>
  )
}
