import { useQuery } from '@tanstack/react-query'
import * as workflowPaths from '#contracts/paths/workflows.ts'
import type { FlowTool } from '#contracts/workflows.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { Picker } from '../../../ui/picker.tsx'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { useAllWorkflows } from '../use-all-workflows.ts'
import { stepMessages } from './messages.ts'

type PickerFieldProps = {
  label: string
  value: unknown
  error?: string | undefined
  onChange: (value: string) => void
}

const chosenIn = (value: unknown) => (typeof value === 'string' ? value : '')

export function TeammateField({ value, ...rest }: PickerFieldProps) {
  const words = useMessages(stepMessages)
  const { data: teammates = [] } = useTeammates()
  return (
    <Picker
      {...rest}
      words={{ find: words.findTeammate, none: words.noTeammate }}
      placeholder={words.choose}
      value={chosenIn(value)}
      options={teammates
        .filter(({ is_personal_assistant }) => !is_personal_assistant)
        .map(({ id, name, role }) => ({ value: id, label: name, keywords: role, detail: role }))}
    />
  )
}

export function WorkflowField({ value, ...rest }: PickerFieldProps) {
  const words = useMessages(stepMessages)
  const { data: workflows = [] } = useAllWorkflows()
  return (
    <Picker
      {...rest}
      words={{ find: words.findWorkflow, none: words.noWorkflow }}
      placeholder={words.choose}
      value={chosenIn(value)}
      options={workflows.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

/** The tools of a teammate; without one, and until they are loaded, those that every step has. */
export function useFlowTools(teammate: unknown): FlowTool[] {
  const employee_id = chosenIn(teammate)
  const { organization } = useSession()
  const params = { organization_id: organization.id }
  const queryKey = [...queryKeys.workflows(organization.id), 'tools']
  const { data: everywhere } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(workflowPaths.listFlowTools, { params }, { signal }),
    // Constant while the server runs.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data: here } = useQuery({
    queryKey: [...queryKey, employee_id],
    queryFn: ({ signal }) => call(workflowPaths.listFlowTools, { params, query: { employee_id } }, { signal }),
    enabled: employee_id !== '',
    refetchOnMount: 'always',
  })
  return (here ?? everywhere)?.data ?? NO_TOOLS
}

const NO_TOOLS: FlowTool[] = []

export const toolOptions = (tools: readonly FlowTool[]) =>
  tools.map(({ name, description }) => ({ value: name, label: name, keywords: description }))

export function ToolField({ value, teammate, ...rest }: PickerFieldProps & { teammate: unknown }) {
  const words = useMessages(stepMessages)
  const tools = useFlowTools(teammate)
  const chosen = tools.find(({ name }) => name === value)
  return (
    <Picker
      {...rest}
      hint={chosen?.description}
      words={{ find: words.findTool, none: words.noTool }}
      placeholder={words.choose}
      value={chosenIn(value)}
      options={toolOptions(tools)}
    />
  )
}
