import { eq } from 'drizzle-orm'
import type { Role } from '#contracts/organizations.ts'
import type { Vendor } from '#contracts/parties.ts'
import { aiModels, aiVoices, type ModelRow, type VoiceRow } from '#features/catalog/table.ts'
import { type InviteRow, organizationInvites } from '#features/invites/table.ts'
import { type VendorCredentialRow, vendorCredentials } from '#features/models/table.ts'
import { createOrganization } from '#features/organizations/create-organization.ts'
import { memberships, type OrganizationRow, organizations } from '#features/organizations/table.ts'
import { accessGroupEmployees, accessGroups, accessGroupUsers } from '#features/teammates/access-groups/table.ts'
import { aiEmployees, type TeammateRow } from '#features/teammates/table.ts'
import { startSession } from '#features/users/start-session.ts'
import { type UserRow, users } from '#features/users/table.ts'
import { randomToken } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/id.ts'

export type GivenOrganization = {
  organization: OrganizationRow
  private_key: string
  owner: UserRow
  admin: UserRow
  member: UserRow
}

/** What a test starts from; every call makes something new, so tests never meet each other's. */
export function createGiven(ctx: Context) {
  async function user(values: Partial<typeof users.$inferInsert> = {}): Promise<UserRow> {
    const email = `${newId().slice(-12)}@people.test`
    const [row] = await ctx.db
      .insert(users)
      .values({ name: 'Somebody', email, ...values })
      .returning()
    if (!row) throw new Error('The user was not written')
    return row
  }

  async function membership(organization: OrganizationRow, role: Role): Promise<UserRow> {
    const row = await user({ name: `The ${role}`, current_organization_id: organization.id })
    await ctx.db.insert(memberships).values({ organization_id: organization.id, user_id: row.id, role })
    return row
  }

  /** A chat model that nobody else refers to. */
  async function model(values: Partial<typeof aiModels.$inferInsert> = {}): Promise<ModelRow> {
    const model = `model-${newId()}`
    const [row] = await ctx.db
      .insert(aiModels)
      .values({ provider: 'vendor_1', model, name: 'A model', ...values })
      .returning()
    if (!row) throw new Error('The model was not written')
    return row
  }

  /** What an organization brings of its own to a vendor. */
  async function connect(
    organization: OrganizationRow,
    given: { provider: Vendor; api_key?: string | null; base_url?: string | null },
  ): Promise<VendorCredentialRow> {
    const { provider, api_key = null, base_url = null } = given
    const api_key_sealed = api_key && ctx.ports.cipher.encrypt(api_key)
    const values = { organization_id: organization.id, provider, api_key_sealed, base_url }
    const [row] = await ctx.db.insert(vendorCredentials).values(values).returning()
    if (!row) throw new Error('The credential was not written')
    return row
  }

  async function teammate(
    { id: organization_id }: OrganizationRow,
    values: Partial<typeof aiEmployees.$inferInsert> = {},
  ): Promise<TeammateRow> {
    const [row] = await ctx.db
      .insert(aiEmployees)
      .values({ name: 'A teammate', organization_id, ...values })
      .returning()
    if (!row) throw new Error('The teammate was not written')
    return row
  }

  return {
    user,
    membership,
    session: (row: UserRow) => startSession(ctx, row.id),

    /** An organization with one person of each role and its private key. */
    async organization(values: Partial<typeof organizations.$inferInsert> = {}): Promise<GivenOrganization> {
      const owner = await user({ name: 'The owner' })
      const name = values.name ?? 'An organization'
      // With its name from the start: an alert tells it as soon as it exists.
      const { id } = await createOrganization(ctx, { name, owner_id: owner.id })
      const [organization] = await ctx.db
        .update(organizations)
        .set({ name, ...values })
        .where(eq(organizations.id, id))
        .returning()
      if (!organization) throw new Error('The organization was not written')
      const private_key = ctx.ports.cipher.decrypt(organization.private_api_key_sealed)
      const admin = await membership(organization, 'admin')
      const member = await membership(organization, 'member')
      return { organization, private_key, owner, admin, member }
    },

    model,
    async voice(values: Partial<typeof aiVoices.$inferInsert> = {}): Promise<VoiceRow> {
      const [row] = await ctx.db
        .insert(aiVoices)
        .values({ provider: 'vendor_1', voice: `voice-${newId()}`, gender: 'female', ...values })
        .returning()
      if (!row) throw new Error('The voice was not written')
      return row
    },

    credential: connect,
    teammate,
    /** A teammate with a model of the organization's own, at a `custom` vendor under this address. */
    async connectedTeammate(
      organization: OrganizationRow,
      vendor: { base_url: string; api_key?: string },
      values: Partial<typeof aiEmployees.$inferInsert> & { model_values?: Partial<typeof aiModels.$inferInsert> } = {},
    ): Promise<TeammateRow> {
      const { model_values, ...own } = values
      await connect(organization, { provider: 'custom', base_url: vendor.base_url, api_key: vendor.api_key ?? null })
      const connected = await model({ provider: 'custom', ...model_values })
      return teammate(organization, { model: connected.id, ...own })
    },

    /** A link for one member that was made by this person, unless other values are given. */
    async invite(
      { id: organization_id }: OrganizationRow,
      { id: invited_by }: { id: string },
      values: Partial<typeof organizationInvites.$inferInsert> = {},
    ): Promise<InviteRow> {
      const invited_at = ctx.now()
      const expires_at = new Date(invited_at.getTime() + 14 * 86_400_000)
      const place = { organization_id, invited_by, code: randomToken(), role: 'member' as const }
      const [row] = await ctx.db
        .insert(organizationInvites)
        .values({ ...place, invited_at, expires_at, ...values })
        .returning()
      if (!row) throw new Error('The invite was not written')
      return row
    },

    /** Lets these users see these teammates. */
    async accessGroup(
      { id: organization_id }: OrganizationRow,
      { users = [], teammates = [] }: { users?: { id: string }[]; teammates?: { id: string }[] },
    ): Promise<{ id: string }> {
      const [group] = await ctx.db.insert(accessGroups).values({ organization_id, name: 'A group' }).returning()
      if (!group) throw new Error('The access group was not written')
      const place = { organization_id, access_group_id: group.id }
      for (const { id } of users) await ctx.db.insert(accessGroupUsers).values({ ...place, user_id: id })
      for (const { id } of teammates) await ctx.db.insert(accessGroupEmployees).values({ ...place, employee_id: id })
      return group
    },
  }
}

export type Given = ReturnType<typeof createGiven>
