type Levels = { input: number; output: number }

const listeners = new Set<(levels: Levels) => void>()

export function reportLevels(levels: Levels): void {
  for (const listener of listeners) listener(levels)
}

export function onLevels(listener: (levels: Levels) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
