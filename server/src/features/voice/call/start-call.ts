import type { OrgContext } from '../../organizations/context.ts'
import type { CallParties } from '../call-parties.ts'
import type { Line } from '../line.ts'
import type { CallProgress } from '../table.ts'
import type { Call } from './call.ts'
import { startCascade } from './start-cascade.ts'

/** `earlier` is where a call in the same conversation broke off. */
export const startCall = (ctx: OrgContext, parties: CallParties, line: Line, earlier: CallProgress | null): Call =>
  startCascade(ctx, parties, line, earlier)
