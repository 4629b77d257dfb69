import type { z } from 'zod'
import { defineTool } from '#platform/tool.ts'
import { type AccountScope, type AccountTool, ProviderRefused } from './account.ts'

type Definition<Input> = {
  description: string
  input: z.ZodType<Input>
  call: (scope: AccountScope, input: Input) => Promise<unknown>
  is_read_only?: boolean
  /** What to tell where the provider has nothing under an id. */
  missing?: string
}

/** A tool of an account: an id that leads nowhere is answered with where ids come from. */
export function accountTool<Input>(name: string, { call, missing, ...about }: Definition<Input>): AccountTool {
  return defineTool(name, {
    ...about,
    async call(scope: AccountScope, input: Input) {
      try {
        return await call(scope, input)
      } catch (error) {
        const isMissing = error instanceof ProviderRefused && [404, 410].includes(error.provider_status)
        throw isMissing && missing ? new ProviderRefused(error.provider_status, missing) : error
      }
    },
  })
}
