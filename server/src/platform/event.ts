import type { z } from 'zod'
import { type ServerEventPayload, type ServerEvents, serverEvents } from '#contracts/events.ts'
import type { Room } from './audience.ts'

/**
 * An event for web clients and for reactions. `audience` decides who may receive it from `about`, so no call site can leak;
 * `about` is the payload itself unless the payload alone does not say whom it concerns.
 */
export type EventType<Payload = unknown, About = Payload> = {
  readonly name: string
  /**
   * Set where the reactions of every process receive it, not only those of the process that emitted it; `in_order`: after
   * everything that this process has pushed to clients before.
   */
  readonly everywhere?: true | 'in_order'
  readonly schema: z.ZodType<Payload>
  readonly audience: (about: About) => Room[]
}

/** Any event, where its payload does not matter. */
export type AnyEvent = {
  readonly name: string
  readonly everywhere?: true | 'in_order'
  readonly schema: z.ZodType
  readonly audience: (about: never) => Room[]
}

/** An event for the server's own reactions, which no client receives. */
export function defineEvent<Payload>(name: string, schema: z.ZodType<Payload>): EventType<Payload> {
  return { name, schema, audience: () => [] }
}

const schemas: { readonly [Name in keyof ServerEvents]: z.ZodType<ServerEventPayload<Name>> } = serverEvents

/** An event of the contract's list, pushed to the clients that `audience` names. */
export function definePush<Name extends keyof ServerEvents, About = ServerEventPayload<Name>>(
  name: Name,
  audience: (about: About) => Room[],
): EventType<ServerEventPayload<Name>, About> {
  return { name, schema: schemas[name], audience }
}

/** `about` may be left out where the payload itself says whom it concerns. */
export type Emit = <Payload, About>(
  event: EventType<Payload, About>,
  payload: Payload,
  ...about: Payload extends About ? [about?: About] : [about: About]
) => Promise<void>

/** An event that the reactions of every process receive, immediately and at most once: what must not be missed is swept for as well. */
export function defineBroadcast<Payload>(
  name: string,
  schema: z.ZodType<Payload>,
  { in_order = false } = {},
): EventType<Payload> {
  return { name, schema, everywhere: in_order ? 'in_order' : true, audience: () => [] }
}
