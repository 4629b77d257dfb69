import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import { testApp } from '#testing/app.ts'
import { storageClient } from '#testing/storage/storage.ts'
import { deleteOldEntries } from './delete-old-entries.ts'
import { auditEntries } from './table.ts'

const app = await testApp()

async function given() {
  const people = await app.given.organization()
  const base = `/api/organizations/${people.organization.id}`
  const admin = await app.as(people.admin)
  const log = async (query = ''): Promise<AuditEntry[]> =>
    (await admin.get(`${base}/audit-log?limit=100${query}`)).body.data
  /** Without the sign-ins that every test begins with. */
  const acts = async (query = '') => (await log(query)).filter(({ action }) => action !== 'user.signed_in')
  return { people, base, admin, log, acts }
}

test('what people change is recorded: who, what, before and after, from where and by which request', async () => {
  const { people, base, admin, acts } = await given()
  const { headers } = await admin.put(base, { name: 'Another name', is_debug_mode: true })
  const [entry] = await acts()
  expect(entry).toEqual({
    id: expect.any(String),
    created_at: expect.any(String),
    action: 'organization.updated',
    actor: { kind: 'user', user_id: people.admin.id, name: 'The admin', email: people.admin.email },
    subject: null,
    before: { name: 'An organization', is_debug_mode: false },
    after: { name: 'Another name', is_debug_mode: true },
    address: '127.0.0.1',
    request_id: headers.get('x-request-id'),
  })
})

test('each administrative act has its entry, and no secret is in any of them', async () => {
  const { people, base, admin, acts } = await given()
  const KEY = 'sk-a-key-that-nobody-may-read'
  await admin.put(`${base}/ai-employee-daily-cost-limit`, { ai_employee_daily_cost_limit_usd: 5 })
  const revealed = await admin.get(`${base}/api-keys/private`)
  const rotated = await admin.post(`${base}/api-keys/private/rotate`)
  await admin.post(`${base}/api-keys/public/rotate`)
  await admin.patch(`${base}/providers/vendor_1`, { api_key: KEY })
  await admin.patch(`${base}/providers/vendor_1`, { api_key: null })
  await admin.post(`${base}/providers/vendor_1/restore`)
  const { body: teammate } = await admin.post(`${base}/employees`, { name: 'Ada' })
  await admin.put(`${base}/employees/${teammate.id}`, { instructions: 'x'.repeat(5000) })
  await admin.delete(`${base}/employees/${teammate.id}`)
  await admin.post(`${base}/employees/bulk-restore`, { ids: [teammate.id] })
  const { body: group } = await admin.post(`${base}/access-groups`, { name: 'Sales', user_ids: [people.member.id] })
  await admin.put(`${base}/access-groups/${group.id}`, { employee_ids: [teammate.id] })
  const storage = storageClient(admin, `${base}/storage`)
  await storage.folder('prices')
  await admin.post(`${base}/storage/folder/share`, { path: 'prices', employee_id: teammate.id, permission: 'read' })
  await admin.delete(`${base}/storage/folder/share?path=prices&employee_id=${teammate.id}`)
  await admin.delete(`${base}/access-groups/${group.id}`)

  const entries = (await acts()).reverse()
  const ada = { type: 'ai_employee', id: teammate.id, name: 'Ada' }
  const sales = { type: 'access_group', id: group.id, name: 'Sales' }
  const prices = { type: 'storage_folder', id: expect.any(String), name: 'prices' }
  const vendor = { type: 'ai_provider', id: 'vendor_1', name: null }
  expect(entries.map(({ action, subject, before, after }) => [action, subject, before, after])).toEqual([
    ['organization.updated', null, { ai_employee_daily_cost_limit_usd: null }, { ai_employee_daily_cost_limit_usd: 5 }],
    ['private_api_key.revealed', null, null, null],
    ['private_api_key.rotated', null, null, null],
    ['public_api_key.rotated', null, null, null],
    ['ai_provider.updated', vendor, { has_key: false, base_url: null }, { has_key: true, base_url: null }],
    ['ai_provider.updated', vendor, { has_key: true, base_url: null }, { has_key: false, base_url: null }],
    ['ai_provider.restored', vendor, { has_key: false, base_url: null }, { has_key: true, base_url: null }],
    ['ai_employee.created', ada, null, null],
    ['ai_employee.updated', ada, { instructions: '' }, { instructions: `${'x'.repeat(1000)}…` }],
    ['ai_employee.deleted', ada, null, null],
    ['ai_employee.restored', ada, null, null],
    ['access_group.created', sales, null, expect.objectContaining({ user_ids: [people.member.id] })],
    ['access_group.updated', sales, { employee_ids: [] }, { employee_ids: [teammate.id] }],
    ['storage_folder.shared', prices, null, { employee_id: teammate.id, employee_name: 'Ada', permission: 'read' }],
    ['storage_folder.unshared', prices, { employee_id: teammate.id, employee_name: 'Ada' }, null],
    ['access_group.deleted', sales, expect.objectContaining({ employee_ids: [teammate.id] }), null],
  ])
  for (const secret of [KEY, revealed.body.private_api_key, rotated.body.private_api_key])
    expect(JSON.stringify(entries)).not.toContain(secret)
})

test('an act that is refused, or that changes nothing, leaves no entry', async () => {
  const { base, admin, acts } = await given()
  const nonMember = await app.given.user()
  const refused = await admin.post(`${base}/access-groups`, { name: 'Sales', user_ids: [nonMember.id] })
  expect(refused.status).toBe(400)
  await admin.put(base, { name: 'An organization' })
  await admin.patch(`${base}/providers/vendor_1`, { api_key: null })
  expect(await acts()).toEqual([])
})

test('an act and its entry are written together or not at all', async () => {
  const { people, base, acts } = await given()
  const { organization } = people
  await app.ctx.db.execute(
    sql.raw(`alter table audit_entries add constraint planted check (action <> 'ai_employee.created') not valid`),
  )
  try {
    const owner = await app.as(people.owner)
    expect((await owner.post(`${base}/employees`, { name: 'Ada' })).status).toBe(500)
    const { body } = await owner.get(`${base}/employees`)
    expect(body.data.filter(({ name }: { name: string }) => name === 'Ada')).toEqual([])
    expect(
      app.events.find(
        'ai_employee.created',
        ({ payload }) => payload.organization_id === organization.id && payload.name === 'Ada',
      ),
    ).toEqual([])
  } finally {
    await app.ctx.db.execute(sql.raw('alter table audit_entries drop constraint planted'))
  }
  expect(await acts()).toEqual([])
})

test('a sign-in and a sign-out are in the log of each organization of the person, and of no other', async () => {
  const first = await given()
  const second = await given()
  const third = await given()
  const { owner } = first.people
  await app.ctx.db.execute(
    sql`insert into memberships (organization_id, user_id, role) values (${second.people.organization.id}, ${owner.id}, 'member')`,
  )
  const client = await app.as(owner)
  await client.post('/api/auth/logout')
  for (const { log } of [first, second])
    expect((await log(`&actor=${owner.id}`)).map(({ action }) => action)).toEqual(['user.signed_out', 'user.signed_in'])
  expect(await third.log(`&actor=${owner.id}`)).toEqual([])
})

test('what people do to their personal assistant is not for others to read', async () => {
  const { people, base, acts } = await given()
  const member = await app.as(people.member)
  const { body } = await member.get(`${base}/employees/ally`)
  const changed = await member.put(`${base}/employees/${body.id}`, { instructions: 'Remind me of the doctor.' })
  expect(changed.status).toBe(200)
  expect(await acts()).toEqual([])
})

test('the log is filtered by actor, action and time, and comes in pages', async () => {
  const { people, base, admin, acts } = await given()
  const owner = await app.as(people.owner)
  await admin.post(`${base}/employees`, { name: 'Ada' })
  await owner.post(`${base}/employees`, { name: 'Bob' })
  await owner.put(base, { name: 'Renamed' })
  const actions = async (query: string) => (await acts(query)).map(({ action, subject }) => subject?.name ?? action)
  expect(await actions(`&actor=${people.owner.id}`)).toEqual(['organization.updated', 'Bob'])
  expect(await actions('&action=ai_employee.created')).toEqual(['Bob', 'Ada'])
  const days = (await acts()).map(({ created_at }) => created_at.slice(0, 10))
  expect(await actions(`&from=${days.at(-1)}&to=${days[0]}`)).toHaveLength(3)
  expect(await actions('&to=2020-01-01')).toEqual([])
  expect(await actions('&from=2999-01-01T00:00:00Z')).toEqual([])
  const { body } = await admin.get(`${base}/audit-log?action=ai_employee.created&limit=1&page=2`)
  expect(body).toMatchObject({ page: 2, limit: 1, total: 2, hasMore: false, data: [{ subject: { name: 'Ada' } }] })
  for (const query of ['action=nothing', 'actor=me', 'from=yesterday', 'limit=101'])
    expect((await admin.get(`${base}/audit-log?${query}`)).body.code).toBe('VALIDATION_FAILED')
})

test('only admins and owners read the log', async () => {
  const { people, base } = await given()
  const outsider = await app.as((await app.given.organization()).owner)
  const member = await app.as(people.member)
  for (const path of [`${base}/audit-log`, `${base}/audit-log.csv`]) {
    expect((await app.anyone.get(path)).status).toBe(401)
    expect((await outsider.get(path)).status).toBe(404)
    expect((await member.get(path)).status).toBe(403)
  }
  expect((await (await app.as(people.owner)).get('/api/admin/audit-log')).status).toBe(403)
})

test('the file for spreadsheets has every entry of the filter, no formula, and is itself recorded', async () => {
  const { base, admin, acts } = await given()
  await admin.post(`${base}/employees`, { name: '=HYPERLINK("http://evil")' })
  const many = Array.from({ length: 1100 }, (_, n) => `('${newestFirst(n)}')`).join()
  await app.ctx.db.execute(
    sql`insert into audit_entries (id, organization_id, action, created_at)
      select gen_random_uuid(), ${base.split('/').at(-1)}::uuid, 'organization.updated', at::timestamptz
      from (values ${sql.raw(many)}) as given (at)`,
  )
  const { status, body, headers } = await admin.get(`${base}/audit-log.csv`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
  const lines: string[] = body.trim().split('\n')
  expect(lines[0]).toMatch(/^\ufeff?time,action,actor,/)
  expect(body).toContain(`"'=HYPERLINK(""http://evil"")"`)
  expect(lines.filter((line) => line.includes('organization.updated'))).toHaveLength(1100)
  const created = await admin.get(`${base}/audit-log.csv?action=ai_employee.created`)
  expect(created.body.trim().split('\n')).toHaveLength(2)
  expect((await acts('&action=audit_log.exported')).map(({ after }) => after)).toEqual([
    { action: 'ai_employee.created' },
    {},
  ])
})

const newestFirst = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()

test('nobody changes an entry, not even by SQL', async () => {
  const { people, base, admin } = await given()
  await admin.put(base, { name: 'Renamed' })
  const change = app.ctx.db
    .update(auditEntries)
    .set({ action: 'user.signed_in' })
    .where(eq(auditEntries.organization_id, people.organization.id))
  await expect(change).rejects.toThrow()
})

test('entries are kept for AUDIT_RETENTION_DAYS', async () => {
  const { people, log } = await given()
  const day = 86_400_000
  const entry = (daysAgo: number) => ({
    organization_id: people.organization.id,
    action: 'organization.updated' as const,
    created_at: new Date(app.ctx.now().getTime() - daysAgo * day),
  })
  await app.ctx.db.insert(auditEntries).values([entry(364), entry(366)])
  await deleteOldEntries(app.ctx)
  expect(await log('&action=organization.updated')).toHaveLength(1)
})

test('changes of the model catalog are for administrators of the platform to read', async () => {
  const { log } = await given()
  const developer = await app.given.user({ is_admin: true })
  const client = await app.as(developer)
  const { body: model } = await client.post('/api/admin/ai-models', {
    model: `m-${developer.id}`,
    name: 'A model',
    provider: 'vendor_1',
  })
  await client.put(`/api/admin/ai-models/${model.id}`, { name: 'Another' })
  await client.delete(`/api/admin/ai-models/${model.id}`)
  const { body } = await client.get(`/api/admin/audit-log?actor=${developer.id}`)
  const acts = body.data.filter(({ action }: AuditEntry) => action.startsWith('ai_model'))
  expect(acts.map(({ action, before, after }: AuditEntry) => [action, before, after])).toEqual([
    ['ai_model.deleted', null, null],
    ['ai_model.updated', { name: 'A model' }, { name: 'Another' }],
    ['ai_model.created', null, expect.objectContaining({ name: 'A model' })],
  ])
  expect((await log()).filter(({ action }) => action.startsWith('ai_model'))).toEqual([])
})
