import { followPointer } from '#platform/json-pointer.ts'

export type Node = Record<string, unknown>

const MAX_HOPS = 20

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const nodeAt = (node: Node, key: string): Node => {
  const value = Object.hasOwn(node, key) ? node[key] : undefined
  return isNode(value) ? value : {}
}

export const listAt = (node: Node, key: string): unknown[] => (Array.isArray(node[key]) ? node[key] : [])

/** A text that YAML reads as a number where its author left out the quotes, such as `openapi: 3.1`, is a text all the same. */
export function textAt(node: Node, key: string): string {
  const value = Object.hasOwn(node, key) ? node[key] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Resolves a reference within the document; any other value is returned unchanged. Nothing is fetched. */
export function resolve(document: Node, value: unknown): Node | null {
  let at = value
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    if (!isNode(at)) return null
    if (typeof at.$ref !== 'string') return at
    at = followPointer(document, at.$ref)
  }
  return null
}
