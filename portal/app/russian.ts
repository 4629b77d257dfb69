/** All of the Russian words, by the folder of each feature: one chunk, fetched by those who read Russian. */
const files = import.meta.glob<unknown>(['../features/**/messages.ru.ts', '../lib/**/messages.ru.ts'], {
  eager: true,
  import: 'ru',
})

/** The folder of a feature, or `lib/` and a folder in it. */
const nameOf = (path: string) =>
  path
    .replace('../', '')
    .replace(/^features\//, '')
    .replace(/\/messages\.ru\.ts$/, '')

export const russian = new Map(Object.entries(files).map(([path, words]) => [nameOf(path), words]))
