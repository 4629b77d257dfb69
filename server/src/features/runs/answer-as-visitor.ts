import type { OrgContext } from '../organizations/context.ts'
import { acceptAnswer, notWaiting, openQuestions } from './questions/answer-question.ts'
import { detailOf } from './questions/question.ts'

/** Answers a question for the person to whom a run answers, who may consent to nothing. That the run is about them is for the caller to know. */
export async function answerAsVisitor(
  ctx: OrgContext,
  run_id: string,
  { question_id, value }: { question_id: string; value: string },
): Promise<void> {
  const asked = (await openQuestions(ctx, run_id)).find((each) => each.question_id === question_id)
  if (!asked || detailOf(asked).kind === 'approval') throw notWaiting()
  await acceptAnswer(ctx, asked, { value })
}
