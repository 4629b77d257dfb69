import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as workflowPaths from '#contracts/paths/workflows.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { isRecord } from '../editor/draft.ts'
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

/** What a tool takes, asked for as its schema says. */
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

/** What a called workflow takes: a row for each name that its texts read. */
export function WorkflowInputField({ taker, value = {}, ...rest }: InputFieldProps) {
  const names = useInputNames(typeof taker === 'string' ? taker : '')
  return (
    <FormOrJson {...rest} value={value} fits={isRecord(value)}>
      {isRecord(value) && <RowsField value={value} names={names} onChange={rest.onChange} />}
    </FormOrJson>
  )
}

const NONE: string[] = []

function useInputNames(workflow_id: string): string[] {
  const { organization } = useSession()
  const { data } = useQuery({
    queryKey: queryKeys.workflow(organization.id, workflow_id),
    queryFn: ({ signal }) =>
      call(workflowPaths.showWorkflow, { params: { organization_id: organization.id, workflow_id } }, { signal }),
    enabled: workflow_id !== '',
  })
  return useMemo(() => {
    if (!data?.flow) return NONE
    return [...new Set(namesIn(data.flow, 'input').map((name) => name.split('.')[1] ?? ''))]
  }, [data])
}
