import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Flow } from '#contracts/flows.ts'
import * as workflowPaths from '#contracts/paths/workflows.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { isRecord } from '../editor/draft.ts'
import { declaredForm } from '../editor/inputs.ts'
import { FormOrJson } from './json-field.tsx'
import { useFlowTools } from './pickers.tsx'
import { namesIn } from './placeholders.ts'
import { RowsField } from './rows-field.tsx'
import { propertiesIn, SchemaForm } from './schema-form.tsx'

type InputFieldProps = {
  label: string
  value: unknown
  error?: string | undefined
  /** The tool, or the workflow, that takes it. */
  taker: unknown
  onChange: (value: unknown) => void
}

/** The input of a tool as a form, from its schema. */
export function ToolInputField({ taker, teammate, value = {}, ...rest }: InputFieldProps & { teammate: unknown }) {
  const tools = useFlowTools(teammate)
  const properties = propertiesIn(tools.find(({ name }) => name === taker)?.input_schema)
  return (
    <FormOrJson {...rest} value={value} fits={isRecord(value)}>
      {!isRecord(value) ? null : properties ? (
        <SchemaForm properties={properties} value={value} onChange={rest.onChange} />
      ) : (
        <RowsField value={value} onChange={rest.onChange} />
      )}
    </FormOrJson>
  )
}

/** The input of a called workflow: its declared inputs, else a row for each name that its texts use. */
export function WorkflowInputField({ taker, value = {}, ...rest }: InputFieldProps) {
  const flow = useCalledFlow(typeof taker === 'string' ? taker : '')
  const form = declaredForm(flow)
  const names = useMemo(() => (flow ? inputNames(flow) : NONE), [flow])
  return (
    <FormOrJson {...rest} value={value} fits={isRecord(value)}>
      {!isRecord(value) ? null : form ? (
        <SchemaForm properties={form} value={value} onChange={rest.onChange} />
      ) : (
        <RowsField value={value} names={names} onChange={rest.onChange} />
      )}
    </FormOrJson>
  )
}

const NONE: string[] = []

const inputNames = (flow: Flow): string[] => [
  ...new Set(namesIn(flow, 'input').map((name) => name.split('.')[1] ?? '')),
]

function useCalledFlow(workflow_id: string): Flow | null {
  const { organization } = useSession()
  const { data } = useQuery({
    queryKey: queryKeys.workflow(organization.id, workflow_id),
    queryFn: ({ signal }) =>
      call(workflowPaths.showWorkflow, { params: { organization_id: organization.id, workflow_id } }, { signal }),
    enabled: workflow_id !== '',
  })
  return data?.flow ?? null
}
