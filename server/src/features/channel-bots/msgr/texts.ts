type Words = {
  notEnabled: string
  greeting: (name: string) => string
  unavailable: (name: string) => string
  skipped: string
  unreadable: string
}

const en: Words = {
  notEnabled: 'This chat is not enabled yet. Please ask an administrator to enable it.',
  greeting: (name) => `Hello! This is ${name}. How can I help?`,
  unavailable: (name) => `${name} can’t answer right now. Please try again later.`,
  skipped: 'Some attachments were not processed.',
  unreadable: 'I can’t read this kind of message.',
}

const ru: Words = {
  notEnabled: 'Этот чат ещё не включён. Попросите администратора включить его.',
  greeting: (name) => `Здравствуйте! Это ${name}. Чем могу помочь?`,
  unavailable: (name) => `${name} сейчас не может ответить. Попробуйте позже.`,
  skipped: 'Некоторые вложения не были обработаны.',
  unreadable: 'Сообщения такого вида я не читаю.',
}

/** What a bot says by itself, in the language of whoever has written. */
export const wordsFor = (language_code: string | undefined): Words => (language_code?.startsWith('ru') ? ru : en)
