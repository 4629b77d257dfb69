import { eq } from 'drizzle-orm'
import type { Preferences } from '#contracts/preferences.ts'
import type { UserContext } from './context.ts'
import { userPreferences } from './table.ts'

/** For a person who has chosen nothing yet. */
const DEFAULTS: Preferences = {
  notify_of: 'waiting',
  has_sound: true,
  has_notifications: false,
  has_translation: false,
}

export async function showPreferences(ctx: UserContext): Promise<Preferences> {
  const [row] = await ctx.db.select().from(userPreferences).where(eq(userPreferences.user_id, ctx.user.id))
  const { user_id: _, ...chosen } = row ?? { user_id: null, ...DEFAULTS }
  return chosen
}

export async function changePreferences(ctx: UserContext, change: Partial<Preferences>): Promise<Preferences> {
  if (Object.keys(change).length > 0) {
    await ctx.db
      .insert(userPreferences)
      .values({ user_id: ctx.user.id, ...DEFAULTS, ...change })
      .onConflictDoUpdate({ target: userPreferences.user_id, set: change })
  }
  return showPreferences(ctx)
}
