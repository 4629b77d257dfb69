import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer } from 'react'
import { ApiError } from '#contracts/client.ts'
import * as workflowPaths from '#contracts/paths/workflows.ts'
import type { Workflow } from '#contracts/workflows.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { setFromResponse } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { changeDraft, draftOf, isDirty, isSameFlow, isSaved, type Values } from './draft.ts'
import { editorMessages } from './messages.ts'

export type WorkflowDraft = ReturnType<typeof useWorkflowDraft>

/** The unsaved edits of a workflow: one state behind canvas, text and forms. */
export function useWorkflowDraft(saved: Workflow) {
  const words = useMessages(editorMessages)
  const parts = useMessages(partMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const [draft, change] = useReducer(changeDraft, saved, draftOf)
  const dirty = isDirty(draft)
  const isNewer = saved.version > draft.base.version

  const markSaved = (workflow: Workflow, sent: Values) => {
    client.invalidateQueries({ queryKey: queryKeys.workflowVersions(organization.id, workflow.id) })
    change({ type: 'saved', workflow, sent })
    showToast(workflow.is_draft ? words.savedDraft : words.saved)
  }
  const save = useMutation({
    mutationFn: (values: Values) =>
      call(workflowPaths.updateWorkflow, {
        params: { organization_id: organization.id, workflow_id: saved.id },
        body: { ...values, version: draft.base.version },
      }),
    onSuccess: (workflow, sent) => {
      setFromResponse(client, queryKeys.workflow(organization.id, workflow.id), workflow)
      markSaved(workflow, sent)
    },
    onError: (error) => {
      const isChanged = error instanceof ApiError && error.code === 'WORKFLOW_CHANGED'
      if (isChanged) client.invalidateQueries({ queryKey: queryKeys.workflow(organization.id, saved.id) })
    },
  })
  /** What was sent, where the server has it and its answer was lost. */
  const unanswered = isNewer && save.isError && isSaved(saved, save.variables) ? save.variables : null
  const acceptUnanswered = useEffectEvent((sent: Values) => {
    save.reset()
    markSaved(saved, sent)
  })
  useEffect(() => {
    if (unanswered) acceptUnanswered(unanswered)
  }, [unanswered])
  // A colleague's version is shown at once if nothing is being edited; otherwise the person is asked.
  const canFollow = isNewer && !dirty && !save.isPending && !unanswered
  useEffect(() => {
    if (canFollow) change({ type: 'load', workflow: saved })
  }, [canFollow, saved])

  const { error } = save
  const wasOvertaken = error instanceof ApiError && error.code === 'WORKFLOW_CHANGED'
  return {
    ...draft,
    change,
    isDirty: dirty,
    /** A colleague's version that was saved while this one was being edited. */
    theirs: isNewer && dirty && !save.isPending && !unanswered ? saved : null,
    isSaving: save.isPending,
    problem: error && !wasOvertaken ? sentenceOf(error, parts.saveFailed) : null,
    canSave: dirty && draft.brokenText === null && !save.isPending && !(isNewer && dirty),
    save: () => save.mutate(draft.values),
    isFlowSaved: draft.brokenText === null && isSameFlow(draft.values, draft.base),
  }
}
