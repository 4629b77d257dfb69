import type { OrgContext } from '../organizations/context.ts'
import type { WorkflowRow } from '../workflows/table.ts'
import type { TriggerRow } from './table.ts'

export interface TriggerContext extends OrgContext {
  readonly workflow: WorkflowRow
  readonly trigger: TriggerRow
}

declare module '#platform/route.ts' {
  interface CallerContexts {
    /** Anyone who knows the address of a public trigger, and its secret where it has one. */
    public_trigger: TriggerContext
  }
}
