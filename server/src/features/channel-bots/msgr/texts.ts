type Words = {
  notEnabled: string
  unavailable: (name: string) => string
  skipped: string
}

const en: Words = {
  notEnabled: 'This chat is not enabled yet. Please ask an administrator to enable it.',
  unavailable: (name) => `${name} can’t answer right now. Please try again later.`,
  skipped: 'Some attachments were not processed.',
}

const ru: Words = {
  notEnabled: 'Этот чат ещё не включён. Попросите администратора включить его.',
  unavailable: (name) => `${name} сейчас не может ответить. Попробуйте позже.`,
  skipped: 'Некоторые вложения не были обработаны.',
}

/** What a bot says by itself, in the language of whoever has written. */
export const wordsFor = (language_code: string | undefined): Words => (language_code?.startsWith('ru') ? ru : en)
