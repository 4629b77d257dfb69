import { seedStarterCatalog } from '#features/catalog/starter-catalog.ts'
import { platformSettings } from '#features/catalog/table.ts'
import { createOrganization } from '#features/organizations/create-organization.ts'
import { memberships } from '#features/organizations/table.ts'
import { accessGroupEmployees, accessGroups, accessGroupUsers } from '#features/teammates/access-groups/table.ts'
import { createTeammate } from '#features/teammates/create-teammate.ts'
import { type UserRow, users } from '#features/users/table.ts'
import { createEntryPoint } from '#features/webchat/settings/entry-points.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { readingTools, seedStorage } from './seed-storage.ts'

/** Gives an empty development database people, two organizations and a teammate that answers without any key. */
export function seedDevelopment(ctx: Context): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const [anybody] = await ctx.db.select().from(users).limit(1)
    if (anybody) return

    const { demo, demoVoice, demoHearing } = await seedStarterCatalog(ctx)
    await ctx.db
      .insert(platformSettings)
      .values({ fallback_model_1: demo.id })
      .onConflictDoUpdate({ target: platformSettings.id, set: { fallback_model_1: demo.id } })

    const admin = await person(ctx, { name: 'Alex Admin', email: 'admin@alongside.test', is_admin: true })
    const organization = await createOrganization(ctx, { name: 'My Organization', owner_id: admin.id })
    const member = await person(ctx, {
      name: 'Mia Member',
      email: 'member@alongside.test',
      current_organization_id: organization.id,
    })
    await ctx.db.insert(memberships).values({ organization_id: organization.id, user_id: member.id, role: 'member' })

    const outsider = await person(ctx, { name: 'Otis Outsider', email: 'outsider@alongside.test' })
    await createOrganization(ctx, { name: 'Another Organization', owner_id: outsider.id })

    const teammate = await createTeammate(extendContext(ctx, { organization, user: admin }), {
      name: 'Robin',
      role: 'Customer support',
      description: 'Answers questions about orders, deliveries and returns.',
      instructions: 'Be brief and friendly. Say so when you do not know something.',
      model: String(demo.id),
      tts_model: String(demoVoice.id),
      voice: demoVoice.voices[0] ?? null,
      stt_model: String(demoHearing.id),
      channel: 'API',
      tools: [...readingTools, 'http_request', 'agent.call_teammate'],
    })
    const { id: employee_id } = teammate
    await createEntryPoint(extendContext(ctx, { organization, user: admin }), {
      name: 'Website',
      employee_id,
      multi_conversations: false,
    })
    await seedStorage(extendContext(ctx, { organization, user: admin, role: 'owner' as const }), teammate.id)
    const [group] = await ctx.db
      .insert(accessGroups)
      .values({ organization_id: organization.id, name: 'Support' })
      .returning()
    if (!group) return
    const place = { organization_id: organization.id, access_group_id: group.id }
    await ctx.db.insert(accessGroupUsers).values({ ...place, user_id: member.id })
    await ctx.db.insert(accessGroupEmployees).values({ ...place, employee_id: teammate.id })
  })
}

async function person(ctx: Context, values: typeof users.$inferInsert): Promise<UserRow> {
  const [row] = await ctx.db.insert(users).values(values).returning()
  if (!row) throw new Error('The user was not written')
  return row
}
