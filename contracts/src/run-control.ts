import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { StepId } from './flows.ts'
import { Done, enveloped, Instant } from './page.ts'
import * as runControlPaths from './paths/run-control.ts'
import { RunStatus } from './runs.ts'
import { ToolToApprove } from './waiting.ts'

/** What is asked: a text, one of some choices, or an approval. */
export const RunQuestion = z.object({
  question: z.string(),
  kind: z.enum(['text', 'choice', 'approval']),
  choices: z.array(z.string()),
  /** When it is no longer asked; null where it waits as long as it takes. */
  expires_at: Instant.nullable(),
})
export type RunQuestion = z.infer<typeof RunQuestion>

export const OpenQuestion = RunQuestion.extend({
  /** Names this one question: a step may ask several, one after the other. */
  question_id: z.uuid(),
  /** The number of the step in the run's log. */
  seq: z.number().int(),
  step_id: z.string(),
  asked_at: Instant,
  /** What a teammate wants to call, on an approval of that. */
  tool: ToolToApprove.nullable(),
  /** Anyone who has it may answer once, without a sign-in. Null for a tool, which is for those who see the run. */
  token: z.string().nullable(),
})
export type OpenQuestion = z.infer<typeof OpenQuestion>

const answer = {
  /** A text, or the choice. */
  value: z.string().max(100_000).optional(),
  approved: z.boolean().optional(),
  note: z.string().max(5000).optional(),
}
const isOneAnswer = ({ value, approved }: { value?: string | undefined; approved?: boolean | undefined }) =>
  (value === undefined) !== (approved === undefined)
const ONE_ANSWER = 'An answer has either a value, or whether it is approved'

export const QuestionAnswer = z.strictObject(answer).refine(isOneAnswer, ONE_ANSWER)
export type QuestionAnswer = z.infer<typeof QuestionAnswer>

/**
 * Where several steps wait: which of them is answered, the one that has waited longest by itself. `question_id` is needed
 * where a teammate asks about a further tool, so that no answer that comes late is taken for that one.
 */
const StepAnswer = z
  .strictObject({ question_id: z.uuid().toLowerCase().optional(), step_id: StepId.optional(), ...answer })
  .refine(isOneAnswer, ONE_ANSWER)

/** `seq` where the run came by the step more than once; by itself the last time. */
export const RerunRun = z
  .strictObject({
    from_step: StepId.optional(),
    seq: z.number().int().min(1).max(2_147_483_647).optional(),
  })
  .refine(({ from_step, seq }) => seq === undefined || from_step !== undefined, {
    path: ['from_step'],
    message: 'Say of which step this is the number',
  })
export type RerunRun = z.infer<typeof RerunRun>

const OneRun = z.object({ run_id: z.uuid().toLowerCase() })
const OneToken = z.object({ token: z.string().max(2000) })

export const runControlEndpoints = describeEndpoints(runControlPaths, {
  listRunQuestions: {
    summary: 'List what a run waits for people to answer',
    params: OneRun,
    answer: z.object({ data: z.array(OpenQuestion) }),
    errors: { 404: [] },
  },
  resumeRun: {
    summary: 'Answer a step that waits for a person',
    params: OneRun,
    body: StepAnswer,
    answer: Done,
    errors: { 400: ['QUESTION_ID_NEEDED'], 404: [], 409: ['NOT_WAITING'] },
  },
  cancelRun: {
    summary: 'Stop a run, also one that waits',
    params: OneRun,
    answer: Done,
    errors: { 409: ['RUN_ENDED'] },
  },
  rerunRun: {
    summary: 'Run a workflow again as it ran, or from one of its steps with the results of those before it',
    params: OneRun,
    body: RerunRun,
    answer: z.object({ run_id: z.uuid(), status: RunStatus }),
    errors: {
      400: ['FLOW_INVALID', 'UNKNOWN_STEP'],
      409: [
        'NOT_A_WORKFLOW_RUN',
        'RUN_NOT_ENDED',
        'WORKFLOW_DELETED',
        'RUN_DATA_REMOVED',
        'STEP_INSIDE',
        'STEP_NOT_REACHED',
        'RESULT_NOT_KEPT',
      ],
    },
  },
  showWorkflowQuestion: {
    summary: 'Get the question behind a link',
    params: OneToken,
    answer: enveloped(RunQuestion),
    errors: { 403: ['ORGANIZATION_INACTIVE'], 404: [], 409: ['NOT_WAITING'] },
  },
  answerWorkflowQuestion: {
    summary: 'Answer the question behind a link; the first answer counts',
    params: OneToken,
    body: QuestionAnswer,
    answer: Done,
    errors: { 403: ['ORGANIZATION_INACTIVE'], 404: [], 409: ['NOT_WAITING'] },
  },
})
