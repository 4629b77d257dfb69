import { and, eq } from 'drizzle-orm'
import type { Translation } from '#contracts/translations.ts'
import type { Context } from '#platform/context.ts'
import { findMessage, noSuchMessage } from '../../conversations/messages/find-message.ts'
import type { MemberContext, OrgContext } from '../../organizations/context.ts'
import { checkReadiness } from '../../replies/check-readiness.ts'
import { runConversationTask } from '../../replies/run-conversation-task.ts'
import { claimQueuedRun } from '../../runs/claim-queued-run.ts'
import { executeRun } from '../../runs/execute-run.ts'
import { finishRun } from '../../runs/finish-run.ts'
import type { RunJob } from '../../runs/jobs.ts'
import { readBeginning } from '../../runs/log/read-beginning.ts'
import { quiet, type RunHost } from '../../runs/run-host.ts'
import { runs } from '../../runs/table.ts'
import { findConversation } from '../access.ts'
import { translateText } from '../jobs.ts'
import { messageTranslations } from './table.ts'
import { languageOf, translationBeginning } from './translation-request.ts'

const LIMIT = { name: 'translation', per_minute: 60 }

type Which = { conversation_id: string; message_id: string }

/** Translates a contact's message into the reader's language, once per language. */
export async function translateMessage(
  ctx: MemberContext,
  which: Which,
  language: string,
  signal: AbortSignal,
): Promise<Translation> {
  const { message_id } = which
  const { conversation, teammate } = await findConversation(ctx, which.conversation_id)
  const { content: text } = await findMessage(ctx, { ...which, role: 'contact' })
  if (text.trim() === '') throw noSuchMessage()
  for (;;) {
    const known = await findTranslation(ctx, message_id, language)
    if (known !== null) return { content: known, language }
    await ctx.ports.checkLimit(LIMIT, ctx.user.id)
    const task = {
      conversation,
      teammate,
      candidates: await checkReadiness(ctx, teammate),
      kind: translateText,
      host: translationHost(message_id, language),
      message_id: async () => message_id,
      beginning: translationBeginning(teammate, text, language),
      // Maybe into another language: then it is looked for again once that one is there.
      same: eq(runs.message_id, message_id),
      isDone: async (ctx: OrgContext) => (await findTranslation(ctx, message_id, language)) !== null,
    }
    await runConversationTask(ctx, task, signal)
  }
}

async function findTranslation(ctx: OrgContext, message_id: string, language: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ content: messageTranslations.content })
    .from(messageTranslations)
    .where(
      and(
        eq(messageTranslations.organization_id, ctx.organization.id),
        eq(messageTranslations.message_id, message_id),
        eq(messageTranslations.language, language),
      ),
    )
  return row?.content ?? null
}

/** The end of the run and the translation are one commit, so that an ended run without one cannot be paid for again. */
const translationHost = (message_id: string, language: string): RunHost => ({
  ...quiet,
  finish: (ctx, end, outcome) =>
    ctx.transaction(async (ctx) => {
      if (!(await finishRun(ctx, end))) return false
      const content = outcome.status === 'completed' ? outcome.output.trim() : ''
      if (content !== '') {
        const translation = { organization_id: ctx.organization.id, message_id, language, content }
        await ctx.db.insert(messageTranslations).values(translation).onConflictDoNothing()
      }
      return true
    }),
})

/** Continues a translation that was queued, or whose process died. */
export async function continueTranslation(ctx: Context, job: RunJob): Promise<void> {
  const claimed = await claimQueuedRun(ctx, job)
  if (!claimed) return
  const language = languageOf(await readBeginning(claimed.ctx, claimed.run))
  await executeRun(claimed.ctx, claimed.run, translationHost(claimed.run.message_id ?? claimed.run.id, language))
}
