import { eq, or } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { omit } from '#contracts/omit.ts'
import { messages } from '#features/conversations/table.ts'
import { organizations } from '#features/organizations/table.ts'
import { packPayload } from '#features/runs/log/payload.ts'
import { runPayloads, runs } from '#features/runs/table.ts'
import { workflows } from '#features/workflows/table.ts'
import { newId } from '#platform/id.ts'
import type { Route } from '#platform/route.ts'
import { testApp } from '#testing/app.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { sampleOf } from '#testing/routes/junk.ts'
import { expectAll, fill, knock, nameOf, parametersOf, walked } from '#testing/routes/walk.ts'

const app = await testApp()

const taken = (way: (typeof walked)[keyof typeof walked]): Route[] =>
  app.routes.filter(({ caller }) => walked[caller] === way)
const inOrganizations = taken('organization')

test('an inactive organization refuses its pages everything', async () => {
  const { organization } = await app.given.organization({ status: 'inactive' })
  const client = await app.given.visitor(organization)
  const answers = await expectAll(taken('page'), 403, (route) => knock(client, route))
  for (const { body } of answers) expect(body.code).toBe('ORGANIZATION_INACTIVE')
})

test('an inactive organization refuses what has an effect through its key, and nothing that only reads', async () => {
  const { organization, private_key } = await app.given.organization({ status: 'inactive' })
  const { id: employee_id } = await app.given.teammate(organization)
  const client = app.withKey(private_key)
  const effects = taken('key').filter(({ effect }) => effect)
  const answers = await expectAll(effects, 403, (route) => knock(client, route, { employee_id }))
  expect(answers.map(({ body }) => body)).toEqual(
    answers.map(() => ({ success: false, error: 'The organization is inactive', code: 'ORGANIZATION_INACTIVE' })),
  )
  for (const route of taken('key').filter(({ effect }) => !effect)) {
    expect((await knock(client, route, { employee_id })).status, nameOf(route)).not.toBe(403)
  }
})

test('an inactive organization refuses its people what starts automation, and nothing else', async () => {
  const { organization, owner } = await app.given.organization({ status: 'inactive' })
  const teammate = await app.given.teammate(organization)
  const client = await app.as(owner)
  const ask = (route: Route) => knock(client, route, { organization_id: organization.id, employee_id: teammate.id })
  for (const answer of await expectAll(
    inOrganizations.filter(({ automation }) => automation),
    403,
    ask,
  )) {
    expect(answer.body.code).toBe('ORGANIZATION_INACTIVE')
  }
  for (const route of inOrganizations.filter(({ automation }) => !automation)) {
    expect((await ask(route)).status, nameOf(route)).not.toBe(403)
  }
})

test('in an inactive organization no call of its people begins a run, whatever its route says of itself', async () => {
  const vendor = await startCustomDouble(null)
  onTestFinished(() => vendor.close())
  const begun = async (status: 'active' | 'inactive') => {
    const given = await app.given.organization()
    const client = await app.as(given.owner)
    const runsOf = (id: string) =>
      app.ctx.db
        .select()
        .from(runs)
        .where(or(eq(runs.employee_id, id), eq(runs.workflow_id, id)))
    /** The same id for both, so that a route may start either. */
    const workflowLike = async ({ id }: { id: string }) => {
      const flow = { steps: { say: { type: 'message', name: 'Say', text: 'Hello' } } }
      const of = { organization_id: given.organization.id, starting_step_id: 'say', is_draft: false }
      await app.ctx.db.insert(workflows).values({ ...of, id, name: 'Greet', flow })
      return { workflow_id: id }
    }
    /** What a route about a conversation has to have. */
    const converse = async (route: Route, { id }: { id: string }): Promise<Record<string, string>> => {
      if (!parametersOf(route).includes('conversation_id')) return {}
      const sent = { message: 'Hello', channel: 'api', conversation: { id }, contact: { id } }
      const { body } = await app.withKey(given.private_key).post(`/api/private/employee/${id}/messages`, sent)
      const message_id = body.data.messageId as string
      const [message] = await app.ctx.db.select().from(messages).where(eq(messages.id, message_id))
      return { message_id, conversation_id: message?.conversation_id ?? '' }
    }
    /** A run of the same workflow, which may be run again. */
    const ranLike = async (route: Route, { id }: { id: string }): Promise<Record<string, string>> => {
      if (!parametersOf(route).includes('run_id')) return {}
      const of = { organization_id: given.organization.id, workflow_id: id, status: 'completed' as const }
      const run_id = newId()
      const flow = { steps: { say: { type: 'message', name: 'Say', text: 'Hello' } } }
      const data = packPayload({ flow, starting_step_id: 'say', input: {}, depth: 0, is_debug_mode: false })
      await app.ctx.db.insert(runs).values({ ...of, id: run_id })
      await app.ctx.db.insert(runPayloads).values({ organization_id: of.organization_id, run_id, seq: 0, data })
      return { run_id }
    }
    const starting: string[] = []
    const { model } = await app.given.connectedTeammate(given.organization, vendor, { name: 'Ada' })
    const asked: { route: Route; employee_id: string; path: string }[] = []
    for (const route of inOrganizations.filter(({ method }) => method !== 'GET')) {
      // Each route has a teammate of its own, because one of them deletes its own.
      const teammate = await app.given.teammate(given.organization, { model, tools: ['storage.list'] })
      const place = { organization_id: given.organization.id, employee_id: teammate.id }
      const about = { ...(await workflowLike(teammate)), ...(await converse(route, teammate)) }
      const path = fill(route, { ...place, ...about, ...(await ranLike(route, teammate)) })
      asked.push({ route, employee_id: teammate.id, path })
    }
    await app.ctx.db.update(organizations).set({ status }).where(eq(organizations.id, given.organization.id))
    for (const { route, employee_id, path } of asked) {
      const before = await runsOf(employee_id)
      // A sample of a flow has no steps, and one of a step is in no flow; without them the saved flow is meant.
      const sample = omit(sampleOf(route.endpoint.body ?? z.object({})), 'flow', 'from_step', 'seq')
      const body = JSON.stringify('tool' in sample ? { tool: 'storage.list' } : sample)
      await client.send(path, { method: route.method, headers: { 'content-type': 'application/json' }, body })
      if ((await runsOf(employee_id)).length > before.length) starting.push(nameOf(route))
    }
    return starting
  }
  const starting = inOrganizations.filter(({ automation }) => automation).map(nameOf)
  // What continues with a run begins none, and neither does what only speaks to another server, or prepares a call.
  expect(await begun('active')).toEqual(
    starting.filter(
      (name) => !/\/create-session\/|\/(resume|resend|test|auth_link|callback|validate|voice-samples)$/.test(name),
    ),
  )
  expect(await begun('inactive')).toEqual([])
})
