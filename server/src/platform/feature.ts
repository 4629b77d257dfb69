import type { Reaction } from './reaction.ts'
import type { Route } from './route.ts'
import type { WebSocketEndpoint } from './socket/web-socket.ts'
import type { StepType } from './step.ts'
import type { Tool } from './tool.ts'

export type Feature = {
  readonly name: string
  /** A line for the API document, where the feature has routes. */
  readonly about?: string
  readonly routes?: readonly Route[]
  /** Served by the processes that hold sockets. */
  readonly sockets?: readonly WebSocketEndpoint[]
  readonly reactions?: readonly Reaction[]
  readonly tools?: readonly Tool[]
  readonly steps?: readonly StepType[]
}
