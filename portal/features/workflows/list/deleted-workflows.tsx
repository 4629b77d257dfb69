import * as workflowPaths from '#contracts/paths/workflows.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { usePages } from '../../../lib/use-pages.ts'
import { DeletedItems } from '../../page-parts/deleted-items.tsx'
import { workflowMessages } from '../messages.ts'
import { useRestoreWorkflow } from '../use-workflows.ts'

/** The organization's deleted workflows, each with the way back. */
export function DeletedWorkflows({ onClose }: { onClose: () => void }) {
  const words = useMessages(workflowMessages)
  const { organization } = useSession()
  const params = { organization_id: organization.id }
  const query = usePages(queryKeys.deletedWorkflows(organization.id), (page, signal) =>
    call(workflowPaths.listDeletedWorkflows, { params, query: { page, limit: 50 } }, { signal }),
  )
  const restore = useRestoreWorkflow()
  return (
    <DeletedItems
      title={words.deletedWorkflows}
      text={words.deletedText}
      empty={words.noneDeleted}
      failed={words.failed}
      items={query.data?.map(({ id, name, step_count, deleted_at }) => ({
        id,
        name,
        note: words.stepCount(step_count),
        deleted_at,
      }))}
      query={query}
      restoring={new Set(restore.isPending ? [restore.variables] : [])}
      onRestore={(id) => restore.mutate(id)}
      onClose={onClose}
    />
  )
}
