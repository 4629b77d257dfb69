import { eq } from 'drizzle-orm'
import { afterAll } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { spendReservations, teammateSpend } from '#features/runs/table.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { givenPrivateChat } from '../chats/private-chat.ts'
import { startCustomDouble } from '../doubles/vendors/chat-completions.ts'

type Options = Parameters<typeof startTestApp>[0]

/** Dollars per million tokens: a whole answer may cost 0.82, and one of a thousand tokens costs 0.10. */
const PRICES = { input_cost: 0, output_cost: 100, cached_input_cost: null as number | null }
export const TENTH = { text: 'ok', usage: { input_tokens: 10, output_tokens: 1000 } }

export const DAY_MS = 86_400_000

/** At noon, so that no test meets midnight but the one that is about it. */
export function advanceToNoon({ clock }: TestApp): void {
  clock.advance(1.5 * DAY_MS - (clock.now().getTime() % DAY_MS))
}

/** A server at noon, and the vendor at which its operator pays. */
export async function startSpendApp({ env, ...options }: Options = {}) {
  const platform = await startCustomDouble(null)
  const app = await startTestApp({ env: { CUSTOM_BASE_URL: platform.base_url, ...env }, ...options })
  afterAll(async () => {
    await app.close()
    await platform.close()
  })
  advanceToNoon(app)
  return { app, platform }
}

/** A teammate whose model runs on the organization's key. */
export const givenOwnKey = (app: TestApp, limit: number | null, prices: Partial<typeof PRICES> = {}) =>
  givenPrivateChat(app, {
    organization: { ai_employee_daily_cost_limit_usd: limit, available_tokens: 0 },
    values: { model_values: { ...PRICES, ...prices } },
  })

/** A teammate whose model runs on the platform's key. */
export async function givenPlatformKey(app: TestApp, credits: number) {
  const model = await app.given.model({ provider: 'custom', ...PRICES })
  const { organization, private_key } = await app.given.organization({ available_tokens: credits })
  const teammate = await app.given.teammate(organization, { model: model.id })
  const client = app.withKey(private_key)
  const path = `/api/private/employee/${teammate.id}/messages`
  return { organization, teammate, ask: (message: string) => client.post(path, { message, channel: 'api' }) }
}

/** By day, the first day first. */
export async function spentBy({ ctx }: TestApp, teammate: { id: string }) {
  const { spent_usd, reserved_usd, day, employee_id } = teammateSpend
  return ctx.db.select({ spent_usd, reserved_usd }).from(teammateSpend).where(eq(employee_id, teammate.id)).orderBy(day)
}

export const reservationsOf = ({ ctx }: TestApp, organization: { id: string }) =>
  ctx.db.select().from(spendReservations).where(eq(spendReservations.organization_id, organization.id))

export async function creditsOf({ ctx }: TestApp, { id }: { id: string }): Promise<number> {
  const [row] = await ctx.db.select().from(organizations).where(eq(organizations.id, id))
  return row?.available_tokens ?? Number.NaN
}

/** What the organization has left, the teammate has spent today, and calls under way have reserved. */
export async function moneyOf(app: TestApp, organization: { id: string }, teammate: { id: string }) {
  const [day] = await spentBy(app, teammate)
  const { length: held } = await reservationsOf(app, organization)
  const credits = await creditsOf(app, organization)
  return { credits, spent: day?.spent_usd ?? 0, reserved: day?.reserved_usd ?? 0, held }
}
