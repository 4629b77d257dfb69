import { VARIABLE_MASK } from '#contracts/variable-names.ts'
import type { Variable } from '#contracts/variables.ts'
import type { VariableRow } from './table.ts'

export function presentVariable(row: VariableRow): Variable {
  const { id, organization_id, placeholder, value, is_secret, created_at, updated_at, deleted_at } = row
  return {
    id,
    organization_id,
    placeholder,
    value: is_secret ? VARIABLE_MASK : (value ?? ''),
    is_secret,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    deleted_at: deleted_at?.toISOString() ?? null,
  }
}
