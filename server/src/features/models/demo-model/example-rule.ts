/** Answers the example prompts of the portal, in English and Russian. */
import { z } from 'zod'
import type { Conversation } from './conversation.ts'
import { draftReply, newcomerChecklist, weekPlan } from './example-texts.ts'
import { isRussian } from './texts.ts'
import { callTool, isReachable, type ToolCall } from './tool-rules.ts'

type Reply = { text: string } | { tool_call: ToolCall }

const QUOTED = '[“«"]([^”»"]+)[”»"]'
const SUMMARIZE = new RegExp(`^(?:summarize|перескажи(?:те)?)\\s+${QUOTED}`, 'iu')
const WRITE = new RegExp(
  `^(?:write a checklist .+ and save it in|(?:составь|составьте) .+ и сохрани(?:те)? .*?в)\\s+${QUOTED}`,
  'iu',
)
const WHICH_FILES = /^(?:which files can you read|какие файлы (?:ты можешь|вы можете) читать)/iu
const DRAFT = /^(?:draft a friendly reply to an unhappy customer|напиши(?:те)? вежливый ответ недовольному клиенту)/iu
const PLAN = /^(?:make a plan for my week|составь(?:те)? план на (?:мою )?неделю)/iu

const LINES_SHOWN = 8

/** Null for other prompts, and if the tool that it needs is missing. */
export function answerExample(conversation: Conversation): Reply | null {
  const { message } = conversation
  const inRussian = isRussian(message)
  if (DRAFT.test(message)) return { text: inRussian ? draftReply.ru : draftReply.en }
  if (PLAN.test(message)) return { text: inRussian ? weekPlan.ru : weekPlan.en }

  const file = SUMMARIZE.exec(message)?.[1]
  if (file) return viaTool(conversation, 'storage.read_file', { path: file }, (output) => opening(output, inRussian))
  const folder = WRITE.exec(message)?.[1]
  if (folder) {
    const { name, content } = inRussian ? newcomerChecklist.ru : newcomerChecklist.en
    const input = { path: `${folder}/${name}.md`, content }
    return viaTool(conversation, 'storage.write_file', input, (output) => saved(output, content, inRussian))
  }
  if (WHICH_FILES.test(message))
    return viaTool(conversation, 'storage.list', { path: '/' }, (output) => listed(output, inRussian))
  return null
}

/** Calls the tool and describes its result; null if the result has an unexpected shape. */
function viaTool(
  conversation: Conversation,
  name: string,
  input: object,
  describe: (output: string) => string | null,
): Reply | null {
  const answer = conversation.answers.findLast(({ tool }) => tool === name)
  if (!answer) return isReachable(conversation, name) ? callTool(conversation, name, () => input) : null
  const text = describe(answer.output)
  return text === null ? null : { text }
}

/** The first lines of what was read, which come with their numbers. */
function opening(output: string, inRussian: boolean): string | null {
  const path = /^(.+), lines \d+ to \d+ of \d+\n/.exec(output)?.[1] ?? /^(.+)\n/.exec(output)?.[1]
  const lines = output.match(/(?<=^\d+\t).*\S.*$/gm) ?? []
  if (!path || lines.length === 0) return null
  const quoted = lines.slice(0, LINES_SHOWN).map((line) => `> ${line.replace(/^#+ +(\S.*)$/, '**$1**')}  `)
  const first = inRussian
    ? 'Пересказывать демонстрационная модель не умеет: для этого нужна настоящая. Файл она прочитала, и начинается он так:'
    : 'The demo model cannot summarize; a real model can. It did read the file, which begins like this:'
  return [first, quoted.join('\n'), `— \`${path}\``].join('\n\n')
}

const Written = z.object({ path: z.string(), written: z.enum(['created', 'overwritten']) })

function saved(output: string, content: string, inRussian: boolean): string | null {
  const written = Written.safeParse(parsed(output)).data
  if (!written) return null
  return `${inRussian ? 'Готово, файл сохранён' : 'Done. It is saved as'} \`${written.path}\`:\n\n${content}`
}

const Listing = z.object({ entries: z.array(z.object({ path: z.string(), type: z.enum(['file', 'folder']) })) })

function listed(output: string, inRussian: boolean): string | null {
  const entries = Listing.safeParse(parsed(output)).data?.entries
  if (!entries) return null
  if (entries.length === 0)
    return inRussian
      ? 'Пока никаких: ни одна папка этому сотруднику не открыта. Открыть папку можно на его странице.'
      : 'None yet: no folder is shared with this teammate. Share one on the teammate’s page.'
  const lines = entries.map(({ path, type }) => `- ${type === 'folder' ? '📁 ' : ''}${path}`)
  return `${inRussian ? 'Мне открыто:' : 'I can read:'}\n\n${lines.join('\n')}`
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch {
    return null
  }
}
