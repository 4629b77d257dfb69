import { createHash } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { hashSecret, safeEqual } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { startSession } from '../../users/start-session.ts'
import { desktopCodes } from '../table.ts'

/** RFC 6749, 4.1.2 recommends at most ten minutes; the app waits for it. */
const CODE_MS = 60_000

type Given = { code: string; code_verifier: string }

/** Begins the app's own session, which is listed among those of the person. A code is tried once, whatever comes of it. */
export async function signInDesktop(ctx: Context, given: Given): Promise<{ cookie: string; user_id: string }> {
  const [found] = await ctx.db
    .update(desktopCodes)
    .set({ is_used: true })
    .where(
      and(
        eq(desktopCodes.id, hashSecret(given.code)),
        eq(desktopCodes.is_used, false),
        gt(desktopCodes.created_at, new Date(ctx.now().getTime() - CODE_MS)),
      ),
    )
    .returning()
  const challenge = createHash('sha256').update(given.code_verifier).digest('base64url')
  if (!found || !safeEqual(found.code_challenge, challenge))
    throw new AppError('unauthorized', 'This code has been used or has expired. Connect the app again')
  const { user_id, device_name } = found
  const { cookie } = await startSession(ctx, user_id, { device_name })
  return { cookie, user_id }
}
