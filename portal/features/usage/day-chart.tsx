import { useState } from 'react'
import type { Usage, UsedByGroup } from '#contracts/usage.ts'
import { formatDay, formatNumber, formatUsd } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { usageMessages } from './messages.ts'
import { eachDay } from './range.ts'

const measures = ['cost', 'runs', 'tokens'] as const
type Measure = (typeof measures)[number]

const HEIGHT = 100
/** A bar and the space behind it. */
const STEP = 10
const BAR = 7
/** What is small beside the largest day is still there to be seen. */
const LEAST = 1

const amountOf = ({ usd_cost, runs, input_tokens, output_tokens }: UsedByGroup, measure: Measure): number =>
  measure === 'cost' ? usd_cost : measure === 'runs' ? runs : input_tokens + output_tokens

/** A bar for each day; the table below has the same. */
export function DayChart({ usage }: { usage: Usage }) {
  const words = useMessages(usageMessages)
  const language = useLanguage()
  const [measure, setMeasure] = useState<Measure>('cost')
  const byDay = new Map(usage.groups.map((group) => [group.key, group]))
  const days = eachDay(usage).map((day) => {
    const used = byDay.get(day)
    return { day, used, amount: used ? amountOf(used, measure) : 0 }
  })
  const peak = days.reduce((highest, day) => (day.amount > highest.amount ? day : highest))
  const written = (amount: number) =>
    measure === 'cost' ? formatUsd(amount, language) : formatNumber(amount, language)
  const named = (day: string) => formatDay(day, language)
  return (
    <section aria-label={words.chart}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold tracking-tight">{words.chart}</h2>
        <Segmented
          label={words.measure}
          value={measure}
          choices={measures.map((value) => ({ value, label: words[value] }))}
          onChange={setMeasure}
        />
      </div>
      <div className="rounded-xl border border-line px-4 pt-3 pb-2">
        <p className="text-right text-xs text-muted tabular-nums">{written(peak.amount)}</p>
        <svg
          role="img"
          aria-label={words.chartText(words[measure], written(peak.amount), named(peak.day))}
          viewBox={`0 0 ${days.length * STEP - (STEP - BAR)} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="mt-1 h-32 w-full border-b border-line"
        >
          {days.map(({ day, amount }, nth) => {
            const height = amount > 0 ? Math.max(LEAST, (amount / peak.amount) * HEIGHT) : 0
            return (
              <g key={day}>
                <title>{`${named(day)}: ${written(amount)}`}</title>
                <rect x={nth * STEP} width={BAR} y={0} height={HEIGHT} fill="transparent" />
                <rect x={nth * STEP} width={BAR} y={HEIGHT - height} height={height} fill="var(--accent)" />
              </g>
            )
          })}
        </svg>
        <p className="mt-1 flex justify-between text-xs text-muted tabular-nums">
          <span>{named(usage.from)}</span>
          {usage.from !== usage.to && <span>{named(usage.to)}</span>}
        </p>
      </div>
      <details className="mt-2 text-sm">
        <summary className="w-fit cursor-pointer rounded text-xs text-muted hover:text-ink">{words.asTable}</summary>
        <div className="mt-2">
          <Table caption={words.chart}>
            <thead>
              <tr>
                <Th>{words.groups.day}</Th>
                <Th className="text-right">{words.cost}</Th>
                <Th className="text-right">{words.runs}</Th>
                <Th className="text-right">{words.tokens}</Th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, used }) => (
                <tr key={day}>
                  <Td className="py-1.5">{named(day)}</Td>
                  <Td className="py-1.5 text-right tabular-nums">
                    {formatUsd(used ? amountOf(used, 'cost') : 0, language)}
                  </Td>
                  <Td className="py-1.5 text-right tabular-nums">
                    {formatNumber(used ? amountOf(used, 'runs') : 0, language)}
                  </Td>
                  <Td className="py-1.5 text-right tabular-nums">
                    {formatNumber(used ? amountOf(used, 'tokens') : 0, language)}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      </details>
    </section>
  )
}
