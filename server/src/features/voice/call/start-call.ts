import type { OrgContext } from '../../organizations/context.ts'
import type { CallParties } from '../call-parties.ts'
import type { Line } from '../line.ts'
import type { Call } from './call.ts'
import { startCascade } from './start-cascade.ts'

export const startCall = (ctx: OrgContext, parties: CallParties, line: Line): Call => startCascade(ctx, parties, line)
