import type { Context } from './context.ts'
import type { AnyEvent, EventType } from './event.ts'
import type { AnyJob, JobType } from './job.ts'

export type EventReaction = {
  readonly on: 'event'
  readonly event: AnyEvent
  readonly react: (ctx: Context, payload: never) => Promise<unknown>
}

export type JobReaction = {
  readonly on: 'job'
  readonly job: AnyJob
  readonly react: (ctx: Context, data: never) => Promise<unknown>
}

export type Reaction = EventReaction | JobReaction

export function onEvent<Payload, About>(
  event: EventType<Payload, About>,
  react: (ctx: Context, payload: Payload) => Promise<unknown>,
): EventReaction {
  return { on: 'event', event: event, react }
}

export function onJob<Data>(job: JobType<Data>, react: (ctx: Context, data: Data) => Promise<unknown>): JobReaction {
  return { on: 'job', job: job, react }
}
