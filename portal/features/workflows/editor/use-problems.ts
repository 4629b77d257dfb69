import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import * as workflowPaths from '#contracts/paths/workflows.ts'
import type { FlowProblem, FlowProblems } from '#contracts/workflows.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import type { Values } from './draft.ts'

/** In the key of the check, which what it finds missing may change. */
export const PROBLEMS = 'problems'

const NONE: FlowProblems = { problems: [], warnings: [] }

/** What the server finds wrong with the flow as it is edited, once the person rests for a moment. */
export function useProblems(workflow_id: string, { flow, starting_step_id }: Values) {
  const { organization } = useSession()
  // As text, so that the same flow is not asked about twice.
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

/** A flow that does not parse is refused as a request is; its fields are named as those of its steps. */
function problemsIn({ issues }: ApiError): FlowProblem[] {
  return issues.map(({ path, message }) => {
    const [, step = null, field = null] = /^(?:body\.)?flow\.steps\.([^.]+)(?:\.(.+))?$/.exec(path) ?? []
    return { step, field: step === null ? path.replace(/^body\./, '') : field, message }
  })
}
