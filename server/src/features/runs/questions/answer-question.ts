import { and, asc, eq, inArray, isNull, not } from 'drizzle-orm'
import type { OpenQuestion, QuestionAnswer, RunQuestion } from '#contracts/run-control.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { requireActive } from '../../organizations/access.ts'
import type { MemberContext, OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { findVisibleRun } from '../access.ts'
import { runAnswered, subjectOf } from '../audit-actions.ts'
import { isStopping, resumeRun } from '../control/resume-run.ts'
import { readAnswer } from '../steps/answer.ts'
import { runSuspensions } from '../table.ts'
import { ASKED_KINDS, detailOf, presentOpenQuestion, presentQuestion, type Suspension } from './question.ts'
import { readQuestionToken, signQuestion } from './question-token.ts'

export const notWaiting = () => new AppError('conflict', 'Nothing waits for an answer', { code: 'NOT_WAITING' })
const noSuchQuestion = () => new AppError('not_found', 'Question not found')
const needsId = () =>
  new AppError('bad_request', 'The run asks again: say which question this answers, with its question_id', {
    code: 'QUESTION_ID_NEEDED',
  })

export const openQuestions = (ctx: OrgContext, run_id: string): Promise<Suspension[]> =>
  ctx.db
    .select()
    .from(runSuspensions)
    .where(
      and(
        eq(runSuspensions.run_id, run_id),
        eq(runSuspensions.organization_id, ctx.organization.id),
        inArray(runSuspensions.kind, ASKED_KINDS),
        isNull(runSuspensions.answered_at),
        not(isStopping(runSuspensions.run_id)),
      ),
    )
    .orderBy(asc(runSuspensions.seq))

export async function listQuestions(ctx: MemberContext, run_id: string): Promise<OpenQuestion[]> {
  const run = await findVisibleRun(ctx, run_id)
  const open = await openQuestions(ctx, run.id)
  return Promise.all(open.map(async (asked) => presentOpenQuestion(asked, await tokenOf(ctx, asked))))
}

/** Whether a tool may be called is no question for anyone who has a link. */
const tokenOf = async (ctx: OrgContext, asked: Suspension): Promise<string | null> =>
  detailOf(asked).tool ? null : signQuestion(ctx, asked)

type Named = { question_id?: string | undefined; step_id?: string | undefined }

/** Answers one of the steps that wait for a person. */
export async function answerQuestion(
  ctx: MemberContext,
  run_id: string,
  { question_id, step_id, ...answer }: QuestionAnswer & Named,
): Promise<void> {
  const run = await findVisibleRun(ctx, run_id)
  const asked = (await openQuestions(ctx, run.id)).find(
    (each) =>
      (question_id === undefined || each.question_id === question_id) &&
      (step_id === undefined || each.step_id === step_id),
  )
  if (!asked) throw notWaiting()
  if (question_id === undefined && mayBeMeantForAnother(asked)) throw needsId()
  await acceptAnswer(ctx, asked, answer)
}

/** A late approval must not let a teammate do something that was not shown. */
function mayBeMeantForAnother(asked: Suspension): boolean {
  const { tool, is_first } = detailOf(asked)
  return tool !== null && (!is_first || asked.attempts > 1)
}

/** The question of a link. All invalid links get the same response, except that of an answered question. */
export async function showQuestion(ctx: Context, token: string): Promise<RunQuestion> {
  const { asked } = await findAsked(ctx, token)
  return presentQuestion(asked)
}

export async function answerByToken(ctx: Context, token: string, answer: QuestionAnswer): Promise<void> {
  const { orgCtx, asked } = await findAsked(ctx, token)
  await acceptAnswer(orgCtx, asked, answer)
}

async function findAsked(ctx: Context, token: string): Promise<{ orgCtx: OrgContext; asked: Suspension }> {
  const named = await readQuestionToken(ctx, token)
  if (!named) throw noSuchQuestion()
  const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, named.organization_id))
  if (!organization) throw noSuchQuestion()
  requireActive(organization)
  const orgCtx = extendContext(ctx, { organization })
  const asked = (await openQuestions(orgCtx, named.run_id)).find(({ seq }) => seq === named.seq)
  if (!asked || detailOf(asked).tool) throw notWaiting()
  return { orgCtx, asked }
}

/** The first answer counts; what does not fit the question is refused, and the question stays. */
export async function acceptAnswer(ctx: OrgContext, asked: Suspension, answer: QuestionAnswer): Promise<void> {
  const { tool, ...question } = detailOf(asked)
  readAnswer(question, answer)
  const { run_id, seq, step_id, question_id } = asked
  await ctx.transaction(async (ctx) => {
    if (!(await resumeRun(ctx, { run_id, seq, question_id, value: answer }))) throw notWaiting()
    const { approved } = answer
    const after = { step_id, ...(approved !== undefined && { approved }), ...(tool && { tool: tool.name }) }
    await ctx.record(runAnswered, { subject: subjectOf({ id: run_id }), after })
  })
}
