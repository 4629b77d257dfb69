import { catalogue } from '../../../lib/i18n.ts'

export const welcomeMessages = catalogue('chat/welcome', {
  emptyText: 'Ask a question or describe a task.',
  assistant: 'Your personal assistant',
  abilities: 'What it can do',
  examples: 'Examples to try',
  others: 'Chat with someone else',
  all: 'All teammates',
  prompts: {
    help: 'What can you help me with?',
    files: 'Which files can you read?',
    summarize: (path: string) => `Summarize “${path}”`,
    find: (topic: string) => `What do our files say about “${topic}”?`,
    write: (folder: string) => `Write a checklist for a new colleague and save it in “${folder}”`,
    draft: 'Draft a friendly reply to an unhappy customer',
    plan: 'Make a plan for my week',
  },
})
