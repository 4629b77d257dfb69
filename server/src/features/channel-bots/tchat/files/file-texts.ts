type Texts = { declined: string; failed: string }

const en: Texts = {
  declined: 'OK, the file was not sent.',
  failed: 'The file could not be uploaded.',
}

const ru: Texts = {
  declined: 'Хорошо, файл не отправлен.',
  failed: 'Не удалось загрузить файл.',
}

/** What a bot sends by itself about a file; `language` is a BCP 47 tag. */
export const fileTextsIn = (language: string | undefined): Texts => (language?.startsWith('ru') ? ru : en)
