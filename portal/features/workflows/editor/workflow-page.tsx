import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Workflow } from 'lucide-react'
import { ApiError } from '#contracts/client.ts'
import * as workflowPaths from '#contracts/paths/workflows.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useIsManager, useSession } from '../../../lib/session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { BackLink } from '../../page-parts/back-link.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { ManagersOnly } from '../../page-parts/managers-only.tsx'
import { WaitingForm } from '../../page-parts/waiting.tsx'
import { Page } from '../../shell/page.tsx'
import { editorMessages } from './messages.ts'
import { WorkflowEditor } from './workflow-editor.tsx'

const route = getRouteApi('/signed-in/workflows/$workflowId')

export function WorkflowPage() {
  const words = useMessages(editorMessages)
  const { workflowId } = route.useParams()
  if (useIsManager()) return <LoadedWorkflow key={workflowId} id={workflowId} />
  return (
    <Page title={words.title}>
      <ManagersOnly>{null}</ManagersOnly>
    </Page>
  )
}

function LoadedWorkflow({ id }: { id: string }) {
  const words = useMessages(editorMessages)
  const { tab, run } = route.useSearch()
  const workflow = useWorkflow(id)
  const isGone = workflow.error instanceof ApiError && workflow.error.status === 404
  if (workflow.data && !isGone) return <WorkflowEditor workflow={workflow.data} tab={tab} run={run} />
  return (
    <Page title={words.title} before={<BackLink to="/workflows" label={words.toList} />}>
      {isGone ? (
        <EmptyState icon={<Workflow aria-hidden />} title={words.missing} text={words.missingText}>
          <Link to="/workflows" className={buttonClass()}>
            {words.toList}
          </Link>
        </EmptyState>
      ) : workflow.isError ? (
        <LoadFailed title={words.failed} query={workflow} />
      ) : (
        <WaitingForm />
      )}
    </Page>
  )
}

/** One workflow, refetched when someone changes it. */
function useWorkflow(id: string) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.workflow(organization.id, id)
  const readAgain = () => client.invalidateQueries({ queryKey, exact: true })
  const readIfThis = (changed: { id: string }) => changed.id === id && readAgain()
  useServerEvent('ready', readAgain)
  useServerEvent('workflow.created', readIfThis)
  useServerEvent('workflow.updated', readIfThis)
  useServerEvent('workflow.deleted', readIfThis)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(workflowPaths.showWorkflow, { params: { organization_id: organization.id, workflow_id: id } }, { signal }),
    refetchOnMount: 'always',
  })
}
