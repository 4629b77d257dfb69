import type { VariableUsage } from '#contracts/variables.ts'
import type { MemberContext } from '../organizations/context.ts'

/** Finds where a variable is named, among what the caller sees. */
export type FindUsages = (ctx: MemberContext, placeholder: string) => Promise<VariableUsage[]>

const kinds: FindUsages[] = []

/** Each feature whose texts name variables declares how they are found: this one is below and knows none of them. */
export function defineUsage(find: FindUsages): void {
  kinds.push(find)
}

export async function findUsages(ctx: MemberContext, placeholder: string): Promise<VariableUsage[]> {
  return (await Promise.all(kinds.map((find) => find(ctx, placeholder)))).flat()
}
