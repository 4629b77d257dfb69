import { PIECES } from '../takeovers/round.ts'
import type { Round } from './round.ts'

/** Everything that went wrong with one run that waited. */
export function verifyResume(round: Round): string[] {
  const { name, wait, act, surface, run, calls, answers, late, isDone, then, now } = round
  const faults: string[] = []
  const expect = (isRight: boolean, what: string) => {
    if (!isRight) faults.push(`${name} ${wait} ${act} ${surface} (run ${run.run_id}): ${what}`)
  }
  const ends = act === 'takeover' || act === 'stop' || act === 'delete'
  const taken = answers.filter(({ status }) => status === 200)
  const isAllowed = wait === 'timer' || taken.some(({ answer }) => !('approved' in answer) || answer.approved)

  expect(taken.length <= 1, `${taken.length} answers were taken`)
  for (const { status } of answers) expect([200, 404, 409].includes(status), `an answer was answered with ${status}`)
  expect(!(ends && late?.status === 200), 'an answer was taken after it was over')
  expect(calls <= 1, `what it does outside was done ${calls} times`)
  expect(calls === 0 || isAllowed, 'what nobody allowed was done')

  if (run.status === 'completed') {
    expect(wait === 'timer' || taken.length === 1, 'it went on without an answer')
    expect(calls === (isAllowed ? 1 : 0), `it is completed, and was done ${calls} times`)
    if (act !== 'delete') expect(now?.content.endsWith(PIECES.join('')) === true, `the answer is “${now?.content}”`)
  } else {
    expect(run.status === 'cancelled' && ends && isDone, `it ended as ${run.status} ${run.error_code}`)
  }
  if (act === 'stop' && isDone && taken.length === 0 && wait !== 'timer') {
    expect(run.status === 'cancelled', `it was stopped and is ${run.status}`)
  }
  if (act === 'delete') expect(then === undefined && now === undefined, 'what was deleted is shown')
  if (act === 'takeover') {
    expect(isDone, 'nobody could take over')
    expect(then?.status !== 'in_progress', 'the answer still grew after the takeover')
    expect(then?.content === now?.content, `“${then?.content}” became “${now?.content}”`)
    const joined = round.received.findIndex(({ payload }) => isJoining(payload.system_event))
    const later = round.received.slice(joined).filter((one) => isWord(one, now?.content))
    expect(joined !== -1, 'the visitor did not hear of the takeover')
    expect(later.length === 0, `heard after the takeover: ${later.map(({ name }) => name)}`)
  }

  const { steps } = run
  expect(
    steps.every(({ status }) => status !== 'in_progress'),
    `the log has open steps: ${steps.map(({ step_id, status }) => `${step_id} ${status}`)}`,
  )
  const posted = steps.some(({ step_id }) => step_id === 'post')
  if (wait !== 'approval') expect(calls === 0 || posted, 'what was done is not in the log')
  // A takeover with the last word drops the answer of a run whose steps are all done. A test that does not wait for its question
  // may stop a run before its first step.
  const hasBegun = wait !== 'timer' || steps.length > 0
  if (run.status === 'cancelled' && act !== 'takeover' && hasBegun) {
    const unfinished = steps.filter(({ status }) => status !== 'completed')
    expect(unfinished.length > 0, 'the log does not say where it was stopped')
  }
  return faults
}

const isJoining = (event: unknown): boolean => (event as { type?: string } | null)?.type === 'operator_joined'

/** A word or a tool of the teammate’s; that its answer is over may be pushed late, if it adds nothing. */
function isWord({ name, payload }: Round['received'][number], stands: string | undefined): boolean {
  if (name === 'message_delta' || name.startsWith('tool_call')) return true
  return payload.role === 'ai' && payload.deleted_at === undefined && payload.content !== stands
}
