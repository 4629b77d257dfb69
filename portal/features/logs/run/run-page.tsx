import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { CircleAlert, Download, History, RotateCcw, Workflow } from 'lucide-react'
import { useState } from 'react'
import type { RunDetail } from '#contracts/logged-runs.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { useIsManager } from '../../../lib/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { WaitingForm } from '../../page-parts/waiting.tsx'
import { RunQuestions } from '../../run-questions/run-questions.tsx'
import { Page } from '../../shell/page.tsx'
import { changed, type LogsSearch } from '../filters.ts'
import { logMessages } from '../messages.ts'
import { runName } from '../run-table.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { StopRun } from '../stop-run.tsx'
import { useFormats } from '../use-formats.ts'
import { useExports, useRun } from '../use-runs.ts'
import { BackToRuns } from './back-to-runs.tsx'
import { runMessages } from './messages.ts'
import { PayloadPanel } from './payload-panel.tsx'
import { RunFailed } from './run-failed.tsx'
import { RunSummary } from './run-summary.tsx'
import { stepRows } from './step-rows.ts'
import { StepTable } from './step-table.tsx'
import { isRepeatable, useRerun } from './use-rerun.ts'

const route = getRouteApi('/signed-in/logs')

/** One run: what it is, its steps, and what the step that is chosen worked with. */
export function RunPage({ id }: { id: string }) {
  const words = useMessages(logMessages)
  const own = useMessages(runMessages)
  const run = useRun(id)
  const { runAddress } = useExports()
  const isManager = useIsManager()
  const search: LogsSearch = route.useSearch()
  const rerun = useRerun(id, search)
  return (
    <Page
      title={run.data ? runName(run.data, words) : words.title}
      part={id}
      before={<BackToRuns search={search} />}
      note={
        run.data && (
          <>
            <StatusBadge status={run.data.status} />
            {run.data.is_test && <Badge tone="neutral">{words.testRun}</Badge>}
          </>
        )
      }
      actions={
        <>
          {isManager && run.data?.workflow_id && (
            <Link
              to="/workflows/$workflowId"
              params={{ workflowId: run.data.workflow_id }}
              search={{ run: id }}
              className={buttonClass({ size: 'small' })}
            >
              <Workflow aria-hidden className="size-3.5" />
              <span className="max-sm:sr-only">{own.openInEditor}</span>
            </Link>
          )}
          {run.data && <StopRun run={run.data} />}
          {run.data && isRepeatable(run.data) && (
            <Button size="small" busy={rerun.isPending} onClick={() => rerun.mutate({})}>
              <RotateCcw aria-hidden className="size-3.5" />
              <span className="max-sm:sr-only">{own.runAgain}</span>
            </Button>
          )}
          {run.data && (
            <a href={runAddress(id)} download className={buttonClass({ size: 'small' })}>
              <Download aria-hidden className="size-3.5" />
              <span className="max-sm:sr-only">{own.exportJson}</span>
            </a>
          )}
        </>
      }
    >
      {run.data ? <Run run={run.data} search={search} /> : run.isError ? <RunFailed query={run} /> : <WaitingForm />}
    </Page>
  )
}

type View = 'tree' | 'timeline'

function Run({ run, search }: { run: RunDetail; search: LogsSearch }) {
  const own = useMessages(runMessages)
  const language = useLanguage()
  const { moment } = useFormats()
  const navigate = useNavigate()
  const [view, setView] = useState<View>('tree')
  const rows = stepRows(run)
  const chosen = rows.find(({ key, kind }) => key === search.step && kind !== 'walk')
  const choose = (step: string | undefined) =>
    navigate({ to: '/logs', search: changed(search, { step }), replace: true })
  const total = run.steps_total
  return (
    <div data-wide className="space-y-5">
      <RunSummary run={run} search={search} />
      {run.status === 'suspended' && <RunQuestions run_id={run.run_id} />}
      {run.state.error && <Failure run={run} search={search} />}
      {run.is_test && <Notice>{isRepeatable(run) ? `${own.testText} ${own.testAgain}` : own.testText}</Notice>}
      {run.payloads_removed_at && (
        <Notice icon={<History aria-hidden />}>{own.removed(moment(run.payloads_removed_at))}</Notice>
      )}
      <section aria-label={own.steps}>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-base font-semibold tracking-tight">{own.steps}</h2>
          <Segmented
            label={own.view}
            value={view}
            choices={[
              { value: 'tree', label: own.tree },
              { value: 'timeline', label: own.timeline },
            ]}
            onChange={setView}
          />
        </div>
        {total > run.steps.length && (
          <Notice className="mb-2">
            {own.stepsLeftOut(formatNumber(run.steps.length, language), formatNumber(total, language))}
          </Notice>
        )}
        <StepTable rows={rows} view={view} chosen={chosen?.key ?? null} onChoose={choose} />
      </section>
      <PayloadPanel key={chosen?.key ?? 'run'} run={run} chosen={chosen ?? null} search={search} />
    </div>
  )
}

/** Why it failed, and the step that the error came from; one that is not shown is named alone. */
function Failure({ run, search }: { run: RunDetail; search: LogsSearch }) {
  const own = useMessages(runMessages)
  const step = run.failed_step
  const isShown = run.steps.some(({ seq }) => seq === step?.seq)
  return (
    <div role="alert" className="flex gap-2.5 rounded-lg bg-danger-soft px-3.5 py-2.5 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 break-words">
        <p>{run.state.error}</p>
        {step && (
          <p className="mt-1">
            {own.failedAt(step.name || step.step_id)}{' '}
            {isShown && (
              <Link to="/logs" search={changed(search, { step: String(step.seq) })} className="font-medium underline">
                {own.showStep}
              </Link>
            )}
          </p>
        )}
      </div>
    </div>
  )
}
