import { Link, useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { FlowProblem, Workflow } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useShortcut } from '../../../lib/shortcuts.ts'
import { useTitle } from '../../../lib/title.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { BackLink } from '../../page-parts/back-link.tsx'
import { LeaveQuestion } from '../../page-parts/leave-question.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { Tabs, tabClass } from '../../page-parts/tabs.tsx'
import { NavigationButton } from '../../shell/navigation.tsx'
import { WaitingFile } from '../../storage/file/waiting-file.tsx'
import { workflowMessages } from '../messages.ts'
import { RunBar } from '../run/run-bar.tsx'
import { RunDialog } from '../run/run-dialog.tsx'
import { useShownRun } from '../run/use-shown-run.ts'
import { TriggersTab } from '../triggers/triggers-tab.tsx'
import { VersionsTab } from '../versions/versions-tab.tsx'
import { ChangedBar } from './changed-bar.tsx'
import { GeneralTab } from './general-tab.tsx'
import { editorMessages } from './messages.ts'
import { TextView } from './text-view.tsx'
import { useProblems } from './use-problems.ts'
import { useWorkflowDraft, type WorkflowDraft } from './use-workflow-draft.ts'

const FlowView = lazy(() =>
  whenReachable(() => import('../canvas/flow-view.tsx')).then((module) => ({ default: module.FlowView })),
)

const TABS = ['flow', 'text', 'triggers', 'versions', 'general'] as const
type TabName = (typeof TABS)[number]

type WorkflowEditorProps = {
  workflow: Workflow
  tab: string | undefined
  /** The run whose progress or data is shown. */
  run: string | undefined
}

export function WorkflowEditor({ workflow, tab, run: run_id }: WorkflowEditorProps) {
  const words = useMessages(editorMessages)
  const draft = useWorkflowDraft(workflow)
  const { problems, warnings, isChecked } = useProblems(workflow.id, draft.values)
  const open = TABS.find((name) => name === tab) ?? TABS[0]
  const run = useShownRun(workflow.id, run_id)
  const navigate = useNavigate()
  const show = (search: { run?: string }) =>
    navigate({ to: '/workflows/$workflowId', params: { workflowId: workflow.id }, search, replace: true })
  useTitle(draft.values.name)
  return (
    <>
      <Header draft={draft} hasProblems={problems.length > 0} lastInput={run?.input} onStart={(run) => show({ run })} />
      <Tabs label={words.tabs}>
        {TABS.map((name) => (
          <li key={name}>
            <Link
              to="/workflows/$workflowId"
              params={{ workflowId: workflow.id }}
              search={{ ...(name !== TABS[0] && { tab: name }), ...(run_id && { run: run_id }) }}
              activeOptions={{ exact: true }}
              aria-current={name === open ? 'page' : undefined}
              replace
              className={tabClass}
            >
              {words.tab[name]}
            </Link>
          </li>
        ))}
      </Tabs>
      {draft.theirs && <ChangedBar draft={draft} theirs={draft.theirs} />}
      {draft.problem && (
        <p role="alert" className="shrink-0 bg-danger-soft px-4 py-2 text-sm text-danger md:px-6">
          {draft.problem}
        </p>
      )}
      {open === 'flow' && run_id !== undefined && <RunBar run={run} onHide={() => show({})} />}
      {open === 'flow' ? (
        <Suspense fallback={<WaitingFile />}>
          <FlowView
            draft={draft}
            problems={problems}
            warnings={warnings}
            isChecked={isChecked}
            run={run}
            isWatched={run_id !== undefined}
          />
        </Suspense>
      ) : open === 'text' ? (
        <TextView draft={draft} problems={problems} warnings={warnings} isChecked={isChecked} />
      ) : (
        <div key={open} className="min-h-0 grow overflow-y-auto">
          <div className="flex min-h-full w-full max-w-4xl flex-col px-4 py-5 md:px-6 md:py-6">
            <Part name={open} draft={draft} problems={problems} />
          </div>
        </div>
      )}
      <LeaveQuestion isDirty={draft.isDirty} />
    </>
  )
}

type PartProps = { name: Exclude<TabName, 'flow' | 'text'>; draft: WorkflowDraft; problems: readonly FlowProblem[] }

function Part({ name, draft, problems }: PartProps) {
  if (name === 'triggers') return <TriggersTab workflow={draft.base} />
  if (name === 'versions') return <VersionsTab draft={draft} />
  return <GeneralTab draft={draft} problems={problems} />
}

type HeaderProps = {
  draft: WorkflowDraft
  hasProblems: boolean
  /** The input of the previous run. */
  lastInput: unknown
  onStart: (run_id: string) => void
}

function Header({ draft, hasProblems, lastInput, onStart }: HeaderProps) {
  const words = useMessages(editorMessages)
  const parts = useMessages(partMessages)
  const { draft: draftWord, draftHint } = useMessages(workflowMessages)
  const [isRunning, setRunning] = useState(false)
  const canSave = draft.canSave && draft.values.name.trim() !== ''
  useShortcut('Mod+S', () => canSave && draft.save())
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-3 md:px-6">
      <NavigationButton />
      <BackLink to="/workflows" label={words.toList} />
      <h1 className="min-w-0 truncate text-sm font-semibold">{draft.values.name}</h1>
      {draft.base.is_draft && (
        <span title={draftHint}>
          <Badge tone="warning">{draftWord}</Badge>
        </span>
      )}
      <div className="grow" />
      {draft.isDirty && (
        <>
          <span className="text-xs whitespace-nowrap text-muted max-md:hidden">{words.unsaved}</span>
          <Button look="quiet" size="small" disabled={draft.isSaving} onClick={() => draft.change({ type: 'discard' })}>
            {parts.discard}
          </Button>
        </>
      )}
      <Button
        size="small"
        disabled={hasProblems || draft.brokenText !== null || draft.values.flow === null}
        onClick={() => setRunning(true)}
      >
        <Play aria-hidden className="size-3.5" />
        <span className="max-sm:sr-only">{words.run}</span>
      </Button>
      <Button look="primary" size="small" busy={draft.isSaving} disabled={!canSave} onClick={draft.save}>
        {parts.save}
      </Button>
      {isRunning && (
        <RunDialog
          draft={draft}
          lastInput={lastInput}
          onStart={(run_id) => {
            setRunning(false)
            onStart(run_id)
          }}
          onClose={() => setRunning(false)}
        />
      )}
    </header>
  )
}
