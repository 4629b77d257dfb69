import type { CallWords } from '#voice-client/words/en.ts'

let loaded: CallWords

export async function loadCallWords(language: 'en' | 'ru'): Promise<void> {
  loaded = (language === 'ru' ? await import('#voice-client/words/ru.ts') : await import('#voice-client/words/en.ts'))
    .default
}

export const callWords = (): CallWords => loaded
