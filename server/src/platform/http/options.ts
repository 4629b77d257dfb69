import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Logger } from '../log.ts'
import type { Caller, CallerContexts, Route } from '../route.ts'
import type { AnswerOnce } from './answer-once.ts'
import type { CheckLimit } from './limits.ts'
import type { Gate } from './refusals.ts'
import type { SignedCaller } from './signed-by.ts'

/** How each caller is recognized: the session or key (401), access (404), the inactive rule (403), the role (403). */
export type Callers = {
  [K in Caller]: Recognize<CallerContexts[K]> | SignedCaller<CallerContexts[K]>
}

type Recognize<Ctx> = (ctx: Context, request: FastifyRequest, route: Route) => Promise<Ctx> | Ctx

/** What each caller's gate refuses with. */
export type Gates = { readonly [K in Caller]: Gate }

export type HttpOptions = {
  config: Config
  log: Logger
  ctx: Context
  routes: readonly Route[]
  callers: Callers
  gates: Gates
  checkLimit: CheckLimit
  answerOnce: AnswerOnce
  /** Whose share of the body budget a caller uses; null where only the address is known. */
  tenantOf: (ctx: Context) => string | null
  /** Checks answers and refusals against the contract; tests do, production trusts `present`. */
  verifyOutput?: boolean
}
