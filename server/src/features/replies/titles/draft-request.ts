import { asksFirst, nameOfTool } from '#contracts/teammate-tools.ts'
import type { Tool } from '#platform/tool.ts'
import type { RunBeginning } from '../../runs/start-run.ts'
import type { TeammateRow } from '../../teammates/table.ts'

const DRAFTING =
  'A colleague of yours, a person, looks after this conversation and will answer the contact. You only suggest what they ' +
  'could write. Give the text of the reply alone, ready to be sent: without a preface, without alternatives, without ' +
  'quotation marks around it, and in the language of the contact. Say nothing that you do not know; where something has ' +
  'to be looked up or decided by the colleague, leave a gap in square brackets. You can only read: promise nothing as done.'

const WANTED = 'Suggest the next reply to the contact.'

/** The teammate with its own instructions, and with those of its tools that only read and ask nobody: a suggestion has no effects. */
export function draftBeginning(
  tools: ReadonlyMap<string, Tool>,
  teammate: TeammateRow,
): Omit<RunBeginning, 'is_debug_mode'> {
  const reading = teammate.tools
    .filter((tool) => !asksFirst(tool))
    .map(nameOfTool)
    .filter((name) => tools.get(name)?.is_read_only)
  const instructions = [teammate.instructions.trim(), DRAFTING].filter(Boolean).join('\n\n')
  return {
    flow: {
      steps: {
        draft: { type: 'agent', name: 'Draft of a reply', employee_id: teammate.id, instructions, tools: reading },
      },
    },
    starting_step_id: 'draft',
    input: { message: WANTED, attachments: [] },
    depth: 0,
  }
}
