/** The demo model's answers to greetings, to “What can you do?”, and to questions without a rule. */
import type { Conversation } from './conversation.ts'
import { isRussian, nameIn, quote } from './texts.ts'
import { isReachable } from './tool-rules.ts'

const GREETING =
  /^(?:(?:hello|hi|hey|good (?:morning|afternoon|evening))(?: there)?|привет(?:ствую)?|здравствуй(?:те)?|добр(?:ый|ое|ой) (?:день|утро|вечер))(?![\p{L}\p{N}])[\s,.!–-]*/iu

const SMALL_TALK = /^(?:how are you(?: today| doing)?|как (?:дела|ты|вы|поживаете))[\s?!.]*$/iu

const ABOUT_ITSELF =
  /^(?:(?:so )?(?:what|who) (?:can|do|are) you(?: do| help(?: me)? with)?(?: for (?:me|us))?(?: here)?|what are you able to do|how (?:can|do) (?:you help|i (?:use|start))(?: me| you| with you)?|can you help(?: me)?|help(?: me)?|(?:а )?(?:что|чем|как) (?:ты|вы|мне)? ?(?:умее(?:шь|те)|може(?:шь|те)(?: (?:делать|помочь|мне помочь))?|начать)|кто (?:ты|вы)(?: такой| такая| такие)?|помо(?:щь|ги|гите)(?: мне)?)[\s?!.]*$/iu

type Words = {
  hello(name: string | null): string
  self(conversation: Conversation): string
  able: string
  tools: Record<keyof typeof abilities, string>
  noTools: string
  lost(message: string): string
  silence: string
  pictures(count: number): string
  examples: string
}

/** What each ability needs, most useful first, and a message that shows it. */
const abilities = {
  search: { tools: ['storage.semantic_search', 'storage.search'], example: 'What is the returns policy?' },
  look: { tools: ['storage.list'], example: 'Which files can you read?' },
  read: { tools: ['storage.read_file'], example: null },
  write: {
    tools: ['storage.write_file'],
    example: 'call storage.write_file {"path": "/Hello.md", "content": "Hello!"}',
  },
  web: { tools: ['http_request'], example: 'fetch https://example.com' },
  ask: { tools: ['agent.call_teammate'], example: null },
} as const

const alwaysPossible = ['write 100 words', 'markdown', 'count to 10']
const OFFERED = 3

const english: Words = {
  hello: (name) => (name ? `Hello ${name}, good to meet you.` : 'Hello, good to meet you.'),
  self: ({ teammate }) =>
    `${teammate ? `I’m ${teammate}, but the` : 'The'} demo model is answering for now. It follows fixed rules; an administrator can connect a real model under Settings.`,
  able: 'With the tools of this teammate I can:',
  tools: {
    search: 'search the files it may read and quote the passage that fits',
    look: 'list folders and files',
    read: 'read a file',
    write: 'create and change text files',
    web: 'call a web address',
    ask: 'ask another teammate',
  },
  noTools: 'This teammate has no tools yet. Turn some on in its settings, and it can work with files, for example.',
  lost: (message) => `You said “${message}”. The demo model has no rule for that.`,
  silence: 'Your message was empty.',
  pictures: (count) =>
    `You sent ${count === 1 ? 'a picture' : `${count} pictures`}, which the demo model cannot see. A model with vision can.`,
  examples: 'Try one of these:',
}

const russian: Words = {
  hello: (name) => (name ? `Здравствуйте, ${name}!` : 'Здравствуйте!'),
  self: ({ teammate }) =>
    `${teammate ? `Я ${teammate}, но пока` : 'Пока'} отвечает демонстрационная модель. Это не ИИ: она следует готовым правилам. Администратор может подключить настоящую модель в настройках.`,
  able: 'С инструментами этого сотрудника я могу:',
  tools: {
    search: 'искать по доступным ему файлам и цитировать подходящее место',
    look: 'показывать папки и файлы',
    read: 'читать файлы',
    write: 'создавать и изменять текстовые файлы',
    web: 'обращаться к веб-адресам',
    ask: 'спрашивать другого сотрудника',
  },
  noTools:
    'У этого сотрудника пока нет инструментов. Включите их в его настройках, и он сможет, например, работать с файлами.',
  lost: (message) => `Вы написали «${message}». У демонстрационной модели нет правила на этот случай.`,
  silence: 'Сообщение пустое.',
  pictures: () => 'Демонстрационная модель не видит изображений. Для этого нужна модель со зрением.',
  examples: 'Попробуйте:',
}

/** A greeting, or a question about its abilities; null for anything else, such as a greeting followed by a question. */
export function answerAbout(conversation: Conversation): { text: string } | null {
  const { message, messages } = conversation
  const rest = message.replace(GREETING, '')
  const introduces = nameIn(message) !== null && !/\?\s*$/.test(message)
  const greets = rest !== message && (rest === '' || SMALL_TALK.test(rest))
  if (!greets && !introduces && !SMALL_TALK.test(rest) && !ABOUT_ITSELF.test(rest)) return null

  const words = wordsFor(message)
  const name = messages.map(nameIn).findLast((found) => found !== null) ?? null
  const hello = rest !== message || introduces ? [words.hello(name)] : []
  return { text: [[...hello, words.self(conversation)].join(' '), ...whatItCanDo(conversation, words)].join('\n\n') }
}

/** What it says when no rule fits. */
export function fallbackAnswer(conversation: Conversation): { text: string } {
  const { message, images } = conversation
  const words = wordsFor(message)
  const first = images > 0 ? words.pictures(images) : message === '' ? words.silence : words.lost(quote(message))
  return { text: [first, ...examplesFor(conversation, words)].join('\n\n') }
}

const wordsFor = (message: string): Words => (isRussian(message) ? russian : english)

type Ability = keyof typeof abilities

const abilitiesIn = (conversation: Conversation): Ability[] =>
  (Object.keys(abilities) as Ability[]).filter((ability) =>
    abilities[ability].tools.some((tool) => isReachable(conversation, tool)),
  )

function whatItCanDo(conversation: Conversation, words: Words): string[] {
  const able = abilitiesIn(conversation).map((ability) => `- ${words.tools[ability]}`)
  const tools = able.length > 0 ? `${words.able}\n\n${able.join('\n')}` : words.noTools
  return [tools, ...examplesFor(conversation, words)]
}

function examplesFor(conversation: Conversation, words: Words): string[] {
  const own = abilitiesIn(conversation).flatMap((ability) => abilities[ability].example ?? [])
  const offered = [...own.slice(0, OFFERED - 1), ...alwaysPossible].slice(0, OFFERED)
  return [`${words.examples}\n\n${offered.map((example) => `- \`${example}\``).join('\n')}`]
}
