type Texts = {
  notEnabled: string
  greeting: (name: string) => string
  unavailable: (name: string) => string
  skipped: string
  unreadable: string
}

const en: Texts = {
  notEnabled: 'This chat is not enabled yet. Please ask an administrator to enable it.',
  greeting: (name) => `Hello! This is ${name}. How can I help?`,
  unavailable: (name) => `${name} can’t answer right now. Please try again later.`,
  skipped: 'Some attachments were not processed.',
  unreadable: 'I can’t read this kind of message.',
}

const ru: Texts = {
  notEnabled: 'Этот чат ещё не включён. Попросите администратора включить его.',
  greeting: (name) => `Здравствуйте! Это ${name}. Чем могу помочь?`,
  unavailable: (name) => `${name} сейчас не может ответить. Попробуйте позже.`,
  skipped: 'Некоторые вложения не были обработаны.',
  unreadable: 'Сообщения такого вида я не читаю.',
}

/** What a bot sends by itself, in the language of the person who has written where the platform tells it. */
export const noticesIn = (language: string | undefined): Texts => (language?.startsWith('ru') ? ru : en)
