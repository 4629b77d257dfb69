import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as variablePaths from '#contracts/paths/variables.ts'
import type { Variable } from '#contracts/variables.ts'
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
        {data?.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/staff/ai/$employeeId"
              params={{ employeeId: id }}
              className="rounded text-accent underline-offset-2 hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
