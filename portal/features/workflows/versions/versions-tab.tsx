import { useQueryClient } from '@tanstack/react-query'
import * as workflowPaths from '#contracts/paths/workflows.ts'
import type { EntityVersion } from '#contracts/versions.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { setFromResponse } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { TextDifference } from '../../page-parts/text-difference.tsx'
import { versionMessages } from '../../versions/messages.ts'
import { useRestore, useVersions, type VersionWithPrevious } from '../../versions/use-versions.ts'
import type { VersionChanges } from '../../versions/version-entry.tsx'
import { VersionList } from '../../versions/version-list.tsx'
import type { WorkflowDraft } from '../editor/use-workflow-draft.ts'

export function VersionsTab({ draft }: { draft: WorkflowDraft }) {
  const words = useMessages(versionMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const workflow_id = draft.base.id
  const queryKey = queryKeys.workflowVersions(organization.id, workflow_id)
  const versions = useVersions(queryKey, (query, signal) => {
    const params = { organization_id: organization.id, workflow_id }
    return call(workflowPaths.listWorkflowVersions, { params, query }, { signal })
  })
  const restore = useRestore(versions, (restored) => {
    if ('flow' in restored) setFromResponse(client, queryKeys.workflow(organization.id, workflow_id), restored)
    client.invalidateQueries({ queryKey })
  })
  const changesOf = ({ version, previous }: VersionWithPrevious): VersionChanges =>
    previous ? { view: <SnapshotDifference before={previous} after={version} /> } : { summary: words.created }
  // What is not saved would be lost with a restored version.
  return <VersionList versions={versions} restore={restore} canRestore={!draft.isDirty} changesOf={changesOf} />
}

function SnapshotDifference({ before, after }: { before: EntityVersion; after: EntityVersion }) {
  return (
    <div className="font-mono text-xs">
      <TextDifference before={snapshotText(before)} after={snapshotText(after)} />
    </div>
  )
}

const snapshotText = ({ snapshot: { name, description, starting_step_id, flow } }: EntityVersion): string =>
  JSON.stringify({ name, description, starting_step_id, flow }, null, 2)
