import type { Message } from '#contracts/conversations.ts'
import type { RunDetail } from '#contracts/logged-runs.ts'
import type { Client } from '../client.ts'
import type { Handler } from '../doubles/vendors/vendor-double.ts'
import { flowOf } from '../runs/workflows.ts'
import { EVERY_MS, PIECES, type Place } from '../takeovers/round.ts'

/** What a run waits for in the middle of its answer. */
export const WAITS = ['approval', 'question', 'timer'] as const
/** What people do to it meanwhile. */
export const ACTS = ['takeover', 'stop', 'delete', 'archive', 'nothing'] as const

export type Given = { answer: { approved: boolean } | { value: string }; status: number }

/** What was done to one run that waited, and what there is in the end. */
export type Round = {
  name: string
  wait: (typeof WAITS)[number]
  act: (typeof ACTS)[number]
  surface: 'webchat' | 'internal'
  conversation_id: string
  run_id: string
  /** Every answer that was given at any time. */
  answers: Given[]
  /** Of the answer that was given after the act had been answered. */
  late: Given | null
  /** Whether the act was done, as its caller was told. */
  isDone: boolean
  /** The teammate’s message as it was when the act had been answered. */
  then: Message | undefined
  now: Message | undefined
  received: readonly { name: string; payload: { [field: string]: unknown } }[]
  run: RunDetail
  /** How often the outside was asked to do what the run is for. */
  calls: number
}

export type ResumePlace = Place & {
  employee_id: string
  callsOf(name: string): number
}

/** A model that wants to do one thing outside, by the tool that the message names, and then answers at length. */
export const doingOnce =
  (url: string): Handler =>
  ({ body }) => {
    const messages = body.messages as { role: string; content: unknown }[]
    if (messages.at(-1)?.role === 'tool') return { chunks: [...PIECES], delay_ms: EVERY_MS }
    const [, name, wait] = /(round-\d+) (\w+)/.exec(JSON.stringify(messages.at(-1)?.content)) ?? []
    if (wait === 'approval') return { tool_calls: [{ name: 'http_request', input: { url: `${url}/${name}` } }] }
    return { tool_calls: [{ name: `workflow__${wait}`, input: { name } }] }
  }

/** Gives the teammate what its model calls: a tool that asks first, and workflows that wait. */
export async function giveWaits(admin: Client, organization_id: string, employee_id: string, url: string) {
  const at = `/api/organizations/${organization_id}`
  const post = { type: 'http_request', method: 'POST', url: `${url}/{{input.name}}` }
  const workflow_ids: string[] = []
  for (const [name, wait] of Object.entries({
    question: { type: 'user_input', question: 'Which?' },
    timer: { type: 'wait', seconds: 0.3 },
  })) {
    const flow = flowOf({ wait: { ...wait, next: 'post' }, post })
    const { status, body } = await admin.post(`${at}/workflows`, { name, ...flow })
    if (status !== 200) throw new Error(`The workflow was refused: ${JSON.stringify(body)}`)
    workflow_ids.push(body.id)
  }
  const tools = [{ name: 'http_request', ask: true }]
  const { status, body } = await admin.put(`${at}/employees/${employee_id}`, { workflow_ids, tools })
  if (status !== 200) throw new Error(`The teammate was not changed: ${JSON.stringify(body)}`)
}
