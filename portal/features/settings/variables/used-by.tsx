import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as variablePaths from '#contracts/paths/variables.ts'
import type { Variable, VariableUsage } from '#contracts/variables.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { variableMessages } from './messages.ts'

/** What names a variable, of what the person sees. */
export function UsedBy({ variable }: { variable: Variable }) {
  const words = useMessages(variableMessages)
  const { organization } = useSession()
  const variable_id = `${variable.id}`
  const { data, isError } = useQuery({
    queryKey: queryKeys.variableUsages(organization.id, variable_id),
    queryFn: ({ signal }) =>
      call(variablePaths.listVariableUsages, { params: { organization_id: organization.id, variable_id } }, { signal }),
    staleTime: 0,
  })
  return (
    <div>
      <h3 className="mb-1.5 text-sm font-medium">{words.usedBy}</h3>
      {isError && <p className="text-xs text-muted">{words.usedByFailed}</p>}
      {data?.length === 0 && <p className="text-xs text-muted">{words.usedByNone}</p>}
      <ul className="max-h-40 space-y-1 overflow-y-auto text-sm">
        {data?.map((usage) => (
          <li key={usage.id}>
            <UsageLink usage={usage} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function UsageLink({ usage: { type, id, name } }: { usage: VariableUsage }) {
  const className = 'rounded text-accent underline-offset-2 hover:underline'
  if (type === 'ai_employee') {
    return (
      <Link to="/staff/ai/$employeeId" params={{ employeeId: id }} className={className}>
        {name}
      </Link>
    )
  }
  if (type === 'workflow') {
    return (
      <Link to="/workflows/$workflowId" params={{ workflowId: id }} className={className}>
        {name}
      </Link>
    )
  }
  return (
    <Link to="/settings/connectors" className={className}>
      {name}
    </Link>
  )
}
