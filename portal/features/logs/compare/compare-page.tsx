import { getRouteApi, Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import type { RunDetail, StepLog } from '#contracts/logged-runs.ts'
import { formatNumber, formatUsd } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Table, Td, Th } from '../../../ui/table.tsx'
import { TextDifference } from '../../page-parts/text-difference.tsx'
import { WaitingForm } from '../../page-parts/waiting.tsx'
import { Page } from '../../shell/page.tsx'
import { changed, type LogsSearch } from '../filters.ts'
import { logMessages } from '../messages.ts'
import { BackToRuns } from '../run/back-to-runs.tsx'
import { runMessages } from '../run/messages.ts'
import { RunFailed } from '../run/run-failed.tsx'
import { runName } from '../run-table.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { useFormats } from '../use-formats.ts'
import { useRun } from '../use-runs.ts'
import { type AlignedStep, alignSteps } from './align-steps.ts'

const route = getRouteApi('/signed-in/logs')

/** Two runs beside each other. */
export function ComparePage({ ids: [first, second] }: { ids: [string, string] }) {
  const own = useMessages(runMessages)
  const one = useRun(first)
  const other = useRun(second)
  const search: LogsSearch = route.useSearch()
  const failed = [one, other].find((run) => run.isError && !run.data)
  return (
    <Page title={own.compareTitle} part={`${first} ${second}`} before={<BackToRuns search={search} />}>
      {one.data && other.data ? (
        <div data-wide className="space-y-6">
          <Overview runs={[one.data, other.data]} search={search} />
          <Steps runs={[one.data, other.data]} />
        </div>
      ) : failed ? (
        <RunFailed query={failed} />
      ) : (
        <WaitingForm />
      )}
    </Page>
  )
}

function Overview({ runs, search }: { runs: [RunDetail, RunDetail]; search: LogsSearch }) {
  const words = useMessages(logMessages)
  const own = useMessages(runMessages)
  const language = useLanguage()
  const { duration, moment } = useFormats()
  const lines: [string, (run: RunDetail) => ReactNode][] = [
    [words.status, ({ status }) => <StatusBadge status={status} />],
    [words.teammate, ({ employee_name }) => employee_name ?? words.organizationRun],
    [own.started, ({ created_at }) => moment(created_at)],
    [words.model, ({ model }) => model ?? '–'],
    [words.duration, ({ duration_ms }) => duration(duration_ms)],
    [words.tokens, ({ input_tokens, output_tokens }) => formatNumber(input_tokens + output_tokens, language)],
    [words.cost, ({ usd_cost }) => formatUsd(usd_cost, language)],
  ]
  return (
    <Table caption={own.compareTitle}>
      <thead>
        <tr>
          <td className="bg-canvas" />
          {runs.map((run, index) => (
            <Th key={run.run_id} className="whitespace-normal!">
              {index === 0 ? own.first : own.second}{' '}
              <Link
                to="/logs"
                search={changed(search, { run: run.run_id, compare: undefined })}
                className="rounded text-accent hover:underline"
              >
                {runName(run, words)}
              </Link>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(([label, read]) => (
          <tr key={label}>
            <Th>{label}</Th>
            {runs.map((run) => (
              <Td key={run.run_id} className="break-words">
                {read(run)}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Steps({ runs: [first, second] }: { runs: [RunDetail, RunDetail] }) {
  const own = useMessages(runMessages)
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section aria-label={own.steps}>
      <h2 className="mb-2 text-base font-semibold tracking-tight">{own.steps}</h2>
      <Table caption={own.steps}>
        <thead>
          <tr>
            <Th>{own.name}</Th>
            <Th className="text-right">{own.first}</Th>
            <Th className="text-right">{own.second}</Th>
            <Th>{own.difference}</Th>
          </tr>
        </thead>
        <tbody>
          {alignSteps(first.steps, second.steps).map((step) => (
            <Fragment key={step.key}>
              <Step step={step} isOpen={open === step.key} onOpen={(isOpen) => setOpen(isOpen ? step.key : null)} />
              {open === step.key && (
                <tr>
                  <Td colSpan={4}>
                    <TextDifference before={textOf(step.first?.output)} after={textOf(step.second?.output)} />
                  </Td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

const tones = {
  same: 'neutral',
  different: 'warning',
  unknown: 'neutral',
  only_first: 'accent',
  only_second: 'accent',
} as const

type StepProps = { step: AlignedStep; isOpen: boolean; onOpen: (isOpen: boolean) => void }

function Step({ step, isOpen, onOpen }: StepProps) {
  const own = useMessages(runMessages)
  const labels = {
    same: own.same,
    different: own.differs,
    unknown: own.unknown,
    only_first: own.onlyFirst,
    only_second: own.onlySecond,
  }
  const badge = <Badge tone={tones[step.outputs]}>{labels[step.outputs]}</Badge>
  return (
    <tr>
      <Td className="min-w-20 break-words">
        <span className="font-medium">{step.name}</span>{' '}
        <span className="text-xs text-muted">{(step.first ?? step.second)?.cursor}</span>
      </Td>
      <Measured step={step.first} />
      <Measured step={step.second} />
      <Td>
        {step.outputs === 'different' ? (
          <button type="button" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)} className="rounded-full">
            {badge}
          </button>
        ) : (
          badge
        )}
      </Td>
    </tr>
  )
}

function Measured({ step }: { step: StepLog | null }) {
  const language = useLanguage()
  const { duration } = useFormats()
  return (
    <Td className="text-right whitespace-nowrap tabular-nums">
      {step ? duration(step.duration_ms) : '–'}
      {step?.usd_cost != null && <span className="block text-xs text-muted">{formatUsd(step.usd_cost, language)}</span>}
    </Td>
  )
}
