import { z } from 'zod'
import { ConversationIcon } from '#contracts/conversations.ts'
import type { GeneratedTitle } from '../../conversations/titles/save-generated-title.ts'
import { TITLE_LENGTH, temporaryTitle } from '../../conversations/titles/temporary-title.ts'
import type { RunBeginning } from '../../runs/start-run.ts'
import type { TeammateRow } from '../../teammates/table.ts'

/** The first messages show what a conversation is about. */
const READ = 2000

const INSTRUCTIONS =
  'You name conversations. Answer with one line of JSON and nothing else: {"title": "…", "icon": "…"}. The title says ' +
  `what the conversation is about in at most ${TITLE_LENGTH} characters, in the language in which the person writes, ` +
  `without quotation marks and without a full stop. The icon is one of: ${ConversationIcon.options.join(', ')}.`

/** The teammate's models are asked; its own instructions and tools have no say in a title. */
export function titleBeginning(
  teammate: TeammateRow,
  question: string,
  answer: string,
): Omit<RunBeginning, 'is_debug_mode'> {
  const excerpt = [`Person: ${question.slice(0, READ)}`, `Teammate: ${answer.slice(0, READ)}`]
    .join('\n\n')
    .toWellFormed()
  return {
    flow: {
      steps: {
        title: { type: 'agent', name: 'Title', employee_id: teammate.id, instructions: INSTRUCTIONS, tools: [] },
      },
    },
    starting_step_id: 'title',
    input: { message: `Name this conversation.\n\n${excerpt}`, attachments: [], reasoning: 'off' },
    depth: 0,
  }
}

const Named = z.object({ title: z.string(), icon: ConversationIcon.nullable().catch(null) })

/** What a model made of it, if it is a title; models like to wrap their JSON. */
export function readTitle(answer: string): GeneratedTitle | null {
  const named = Named.safeParse(objectIn(answer))
  const title = named.data && temporaryTitle(named.data.title)
  return title ? { title, icon: named.data.icon } : null
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}
