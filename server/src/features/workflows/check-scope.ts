import type { Flow } from '#contracts/flows.ts'
import type { OrgContext } from '../organizations/context.ts'

/** What a step type knows when one of its steps is checked before it runs. */
export type Checking = {
  readonly ctx: OrgContext
  readonly flow: Flow
  /** The workflow that the flow belongs to; null where it has not been saved. */
  readonly workflow_id: string | null
}
