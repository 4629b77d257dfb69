/** All of the Russian words, by the folder of each feature: one chunk, fetched by those who read Russian. */
const files = import.meta.glob<unknown>('../features/**/messages.ru.ts', { eager: true, import: 'ru' })

export const russian = new Map(
  Object.entries(files).map(([path, words]) => [path.slice('../features/'.length, -'/messages.ru.ts'.length), words]),
)
