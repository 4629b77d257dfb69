import { SearchX, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { ManagersOnly } from '../../page-parts/managers-only.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { Page } from '../../shell/page.tsx'
import { workflowMessages } from '../messages.ts'
import type { TemplateName } from '../templates.ts'
import { useWorkflows } from '../use-workflows.ts'
import { CreateWorkflow } from './create-workflow.tsx'
import { FirstWorkflow } from './first-workflow.tsx'
import { ImportButton } from './import-button.tsx'
import { WorkflowTable } from './workflow-table.tsx'

const DeletedWorkflows = lazy(() =>
  whenReachable(() => import('./deleted-workflows.tsx')).then((module) => ({ default: module.DeletedWorkflows })),
)

/** For admins, because workflows show what an organization does and with which systems. */
export function WorkflowsPage() {
  const words = useMessages(workflowMessages)
  const [creating, setCreating] = useState<TemplateName | null>(null)
  const [isTrashOpen, setTrashOpen] = useState(false)
  return (
    <Page title={words.title} part="workflows">
      <ManagersOnly>
        <Workflows onCreate={setCreating} onTrash={() => setTrashOpen(true)} />
        {creating && <CreateWorkflow first={creating} onClose={() => setCreating(null)} />}
        <Suspense>{isTrashOpen && <DeletedWorkflows onClose={() => setTrashOpen(false)} />}</Suspense>
      </ManagersOnly>
    </Page>
  )
}

function Workflows({ onCreate, onTrash }: { onCreate: (template: TemplateName) => void; onTrash: () => void }) {
  const words = useMessages(workflowMessages)
  const parts = useMessages(partMessages)
  const [wanted, setWanted] = useState('')
  const search = useSettled(wanted.trim())
  const workflows = useWorkflows(search)
  const isFirst = workflows.data?.length === 0 && search === ''
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchField label={words.find} value={wanted} onChange={setWanted} className="min-w-40 grow sm:max-w-xs" />
        <div className="grow max-md:hidden" />
        <IconButton label={words.deletedWorkflows} onClick={onTrash}>
          <Trash2 aria-hidden />
        </IconButton>
        <ImportButton />
        <AddButton look="primary" onClick={() => onCreate('empty')}>
          {words.create}
        </AddButton>
      </div>
      {!workflows.data && (workflows.isError ? <LoadFailed title={words.failed} query={workflows} /> : <WaitingRows />)}
      {isFirst && <FirstWorkflow onChoose={onCreate} />}
      {workflows.data?.length === 0 && !isFirst && (
        <EmptyState icon={<SearchX aria-hidden />} title={words.noneFound}>
          <Button onClick={() => setWanted('')}>{words.clearSearch}</Button>
        </EmptyState>
      )}
      {workflows.data && workflows.data.length > 0 && <WorkflowTable workflows={workflows.data} />}
      {workflows.hasNextPage && (
        <Button className="mt-4" busy={workflows.isFetchingNextPage} onClick={() => workflows.fetchNextPage()}>
          {parts.more}
        </Button>
      )}
    </>
  )
}
