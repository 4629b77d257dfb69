import type { WaitingFor } from '#contracts/waiting.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { answerAsVisitor } from '../../runs/answer-as-visitor.ts'

type Asked = { run_id: string; question: Extract<WaitingFor, { kind: 'question' }> }

/**
 * Answers the question that was asked aloud with what the caller said. False where that is none of its choices, or a person has
 * answered it before. Consent is given on the page alone, where the caller sees to what.
 */
export async function answerQuestion(ctx: OrgContext, { run_id, question }: Asked, text: string): Promise<boolean> {
  const value = question.choices === null ? text : findChoice(question.choices, text)
  if (value === null) return false
  try {
    await answerAsVisitor(ctx, run_id, { question_id: question.question_id, value })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The only choice whose words were said. */
function findChoice(choices: readonly string[], text: string): string | null {
  const said = ` ${wordsOf(text)} `
  const named = choices.filter((choice) => wordsOf(choice) !== '' && said.includes(` ${wordsOf(choice)} `))
  // One that is part of another, as “large” is of “extra large”, was not meant.
  const longest = named.filter((one) => !named.some((other) => other !== one && wordsOf(other).includes(wordsOf(one))))
  return longest.length === 1 ? (longest[0] ?? null) : null
}

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
