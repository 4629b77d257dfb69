/** Whatever comes from outside is held against this before it becomes part of a path. */
export function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** Spread over two levels of folders, because a folder of a million files is slow everywhere. */
export function spreadOut(hash: string): string {
  return `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
}
