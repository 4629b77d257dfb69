import { and, asc, eq } from 'drizzle-orm'
import { messages } from '#features/conversations/table.ts'
import { unpackPayload } from '#features/runs/log/payload.ts'
import { type RunStepRow, runPayloads, runSteps, runs } from '#features/runs/table.ts'
import type { TestApp } from '../app.ts'
import { startCustomDouble } from '../doubles/vendors/chat-completions.ts'

type Values = Parameters<TestApp['given']['connectedTeammate']>[2]
type OrganizationValues = Parameters<TestApp['given']['organization']>[0]

/** A teammate behind a vendor double, and a client with the organization's private key that talks to it. */
export async function givenPrivateChat(
  app: TestApp,
  { values, organization: row }: { values?: Values; organization?: OrganizationValues } = {},
) {
  const vendor = await startCustomDouble(null)
  const { organization, private_key, owner } = await app.given.organization(row)
  const teammate = await app.given.connectedTeammate(organization, vendor, { name: 'Ada', ...values })
  const client = app.withKey(private_key)
  const path = `/api/private/employee/${teammate.id}/messages`
  return {
    vendor,
    organization,
    private_key,
    owner,
    teammate,
    client,
    path,
    ask: (message: string, more: object = {}) => client.post(path, { message, channel: 'api', ...more }),
    save: (message: string, more: object = {}) => client.post(path, { ...saved(message), ...more }),
    /** The messages that the model was sent with its n-th request, the last by default. */
    sent: (at = -1) => (vendor.requests.at(at)?.body.messages ?? []) as SentMessage[],
    offered: (at = -1) =>
      ((vendor.requests.at(at)?.body.tools ?? []) as { function: { name: string } }[]).map(
        (tool) => tool.function.name,
      ),
    [Symbol.asyncDispose]: () => vendor.close(),
  }
}

export type SentMessage = { role: string; content: unknown; tool_calls?: unknown[] }

export const saved = (message: string, conversation = 'order-1', contact: object = { id: 'customer-1' }) => ({
  message,
  channel: 'api',
  conversation: { id: conversation },
  contact,
})

export async function runOf({ ctx }: TestApp, id: string) {
  const [row] = await ctx.db.select().from(runs).where(eq(runs.id, id))
  if (!row) throw new Error('The run was not written')
  return row
}

export async function runsOf({ ctx }: TestApp, organization: { id: string }) {
  return ctx.db.select().from(runs).where(eq(runs.organization_id, organization.id)).orderBy(asc(runs.id))
}

/** A step of a run with what the log keeps of it. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads freely what was kept
type LoggedStep = RunStepRow & { payload: any }

export async function stepsOf({ ctx }: TestApp, run_id: string): Promise<LoggedStep[]> {
  const rows = await ctx.db
    .select({ step: runSteps, data: runPayloads.data })
    .from(runSteps)
    .innerJoin(runPayloads, and(eq(runPayloads.run_id, runSteps.run_id), eq(runPayloads.seq, runSteps.seq)))
    .where(eq(runSteps.run_id, run_id))
    .orderBy(asc(runSteps.seq))
  return rows.map(({ step, data }) => ({ ...step, payload: unpackPayload(data) }))
}

export async function messageOf({ ctx }: TestApp, id: string | null) {
  const [row] = await ctx.db
    .select()
    .from(messages)
    .where(eq(messages.id, id ?? ''))
  if (!row) throw new Error('The message was not written')
  return row
}
