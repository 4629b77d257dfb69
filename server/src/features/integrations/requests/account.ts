import type { z } from 'zod'
import type { IdentityProvider } from '#contracts/parties.ts'
import { AppError } from '#platform/error.ts'
import type { Tool } from '#platform/tool.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'

/** One request to a service of the provider, with the account's token. */
export type AccountRequest = {
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A name with a list is sent once for each of its values. */
  query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is; its type is in `headers`. */
  bytes?: Uint8Array
  /** True where sending it twice does what sending it once does, so that it is tried again after a refusal for load. Default: GET. */
  repeatable?: boolean
  /** Default: 2 MB. */
  most_bytes?: number
}

/**
 * The account that someone connected for a teammate. A request whose token has ended is sent again with a renewed one;
 * one that the provider refuses throws `ProviderRefused`, and one that never got an answer an `AppError` with a sentence.
 */
export type Account = {
  readonly service: IdentityProvider
  json<T>(answer: z.ZodType<T>, request: AccountRequest): Promise<T>
  bytes(request: AccountRequest): Promise<Buffer>
  /** For what answers with nothing that matters. */
  done(request: AccountRequest): Promise<void>
  /** Where an answer's `Location` leads: to what was begun, and is not followed. */
  location(request: AccountRequest): Promise<string>
}

/** What the provider refused, in a sentence for the model; `provider_status` is its HTTP status. */
export class ProviderRefused extends AppError {
  readonly provider_status: number

  constructor(provider_status: number, message: string) {
    super('unprocessable', message, { code: 'PROVIDER_REFUSED' })
    this.provider_status = provider_status
  }
}

export type AccountScope = ToolScope & { readonly account: Account }
/** A tool that works with someone's account, by its name in its toolset. */
export type AccountTool = Tool<AccountScope>
