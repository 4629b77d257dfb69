import type { RunBeginning } from '../../runs/start-run.ts'
import type { TeammateRow } from '../../teammates/table.ts'

/** A teammate's reply is a run like any other: its flow is one agent step. */
export const answerFlow = (teammate: TeammateRow): Pick<RunBeginning, 'flow' | 'starting_step_id'> => ({
  flow: { steps: { answer: { type: 'agent', name: teammate.name, employee_id: teammate.id } } },
  starting_step_id: 'answer',
})
