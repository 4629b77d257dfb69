import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import * as workflowPaths from '#contracts/paths/workflows.ts'
import type { FlowProblem, FlowProblems } from '#contracts/workflows.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import type { Values } from './draft.ts'

/** In the query key of the check, so that creating what it reported as missing can refetch it. */
export const PROBLEMS = 'problems'

const NONE: FlowProblems = { problems: [], warnings: [] }

/** Problems that the server finds in the edited flow, checked after a pause in typing. */
export function useProblems(workflow_id: string, { flow, starting_step_id }: Values) {
  const { organization } = useSession()
  // As text, so that an equal flow is not checked again.
  const text = useSettled(JSON.stringify({ flow, starting_step_id }))
  const { data } = useQuery({
    queryKey: [...queryKeys.workflow(organization.id, workflow_id), PROBLEMS, text],
    queryFn: async ({ signal }): Promise<FlowProblems> => {
      const given = JSON.parse(text)
      const body = { ...(given.flow && { flow: given.flow }), starting_step_id: given.starting_step_id }
      try {
        const params = { organization_id: organization.id, workflow_id }
        return await call(workflowPaths.validateWorkflow, { params, body }, { signal })
      } catch (error) {
        const found = error instanceof ApiError ? problemsIn(error) : []
        if (found.length === 0) throw error
        return { problems: found, warnings: [] }
      }
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return { ...(data ?? NONE), isChecked: data !== undefined }
}

/** A flow that does not parse is a validation error, whose fields become problems of steps. */
function problemsIn({ issues }: ApiError): FlowProblem[] {
  return issues.map(({ path, message }) => {
    const [, step = null, field = null] = /^(?:body\.)?flow\.steps\.([^.]+)(?:\.(.+))?$/.exec(path) ?? []
    return { step, field: step === null ? path.replace(/^body\./, '') : field, message }
  })
}
