import { AppError } from '#platform/error.ts'
import { type Candidate, resolveModels } from '../models/resolve-models.ts'
import type { OrgContext } from '../organizations/context.ts'
import { leftToday } from '../runs/spend/left-today.ts'
import { costToRead } from '../runs/spend/model-costs.ts'
import type { TeammateRow } from '../teammates/table.ts'

/**
 * The models that can answer for a teammate. 422 where none can answer now, or where the money left does not even pay for reading
 * the message. Checked before anything is written.
 */
export async function checkReadiness(ctx: OrgContext, teammate: TeammateRow, message = ''): Promise<Candidate[]> {
  const candidates = await resolveModels(ctx, teammate.model)
  if (candidates.length === 0) {
    throw new AppError('unprocessable', `${teammate.name} has no model that is connected`, {
      code: 'TEAMMATE_NOT_READY',
    })
  }
  const payable = ctx.organization.available_tokens > 0 ? candidates : candidates.filter(isOwn)
  const left = await leftToday(ctx, teammate.id)
  if (left === 0) throw overLimit(`${teammate.name} has reached its spending limit for today`)
  if (left !== null && payable[0] && left < costToRead(payable[0].model, message)) {
    throw overLimit(`What is left of ${teammate.name}’s spending limit for today does not pay for this message`)
  }
  if (payable.length === 0) {
    throw new AppError('unprocessable', 'The organization has no credits left', { code: 'NO_CREDITS' })
  }
  return payable
}

const overLimit = (text: string) => new AppError('unprocessable', text, { code: 'DAILY_LIMIT_REACHED' })

/** Without credits no model is called on the platform's keys. */
const isOwn = ({ key_type }: Candidate): boolean => key_type === 'organization'
