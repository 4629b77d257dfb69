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

/** What a step may call; the same for as long as the server runs. */
export function useFlowTools() {
  const { organization } = useSession()
  return useQuery({
    queryKey: [...queryKeys.workflows(organization.id), 'tools'],
    queryFn: ({ signal }) =>
      call(workflowPaths.listFlowTools, { params: { organization_id: organization.id } }, { signal }),
    select: ({ data }) => data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export const toolOptions = (tools: readonly FlowTool[]) =>
  tools.map(({ name, description }) => ({ value: name, label: name, keywords: description }))

export function ToolField({ value, ...rest }: PickerFieldProps) {
  const words = useMessages(stepMessages)
  const { data: tools = [] } = useFlowTools()
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
