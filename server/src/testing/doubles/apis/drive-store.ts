import { randomBytes } from 'node:crypto'

export type Granted = { id: string; type: 'user' | 'anyone' | 'organization'; role: string; email?: string }

export type Node = {
  id: string
  name: string
  parent: string | null
  mime: string
  bytes: Buffer
  /** Another one than the account's own. */
  drive_id: string | null
  is_read_only: boolean
  is_trashed: boolean
  created: Date
  modified: Date
  permissions: Granted[]
  shortcut_to: string | null
  /** What a program notes about it, for itself. */
  properties: Record<string, string>
}

type Made = { name: string; parent?: string; bytes?: Buffer | string; mime?: string } & Partial<
  Pick<Node, 'id' | 'drive_id' | 'is_read_only' | 'modified' | 'shortcut_to' | 'properties'>
>

export const FOLDER = 'folder'

/** Files and folders by their ids, whatever the service around them calls them. */
export function createMemoryDrive(root: string, newId: () => string) {
  const nodes = new Map<string, Node>()

  function add({ bytes = '', mime = 'text/plain', parent, ...values }: Made): Node {
    const at = new Date('2026-11-01T08:00:00Z')
    const node: Node = {
      id: newId(),
      parent: parent ?? root,
      mime,
      bytes: Buffer.from(bytes),
      drive_id: null,
      is_read_only: false,
      is_trashed: false,
      created: new Date(at.getTime() + nodes.size),
      modified: at,
      shortcut_to: null,
      properties: {},
      permissions: [{ id: 'owner', type: 'user', role: 'owner', email: 'ada@accounts.example' }],
      ...values,
    }
    nodes.set(node.id, node)
    return node
  }

  const addRoot = () => {
    add({ id: root, name: 'root', mime: FOLDER }).parent = null
  }
  addRoot()

  const isTrashed = (node: Node): boolean => {
    const parent = node.parent === null ? undefined : nodes.get(node.parent)
    return node.is_trashed || (parent !== undefined && isTrashed(parent))
  }
  const all = () => [...nodes.values()].filter((node) => node.id !== root && !isTrashed(node))

  return {
    root,
    nodes,
    add,
    folder: (name: string, parent?: string) => add({ name, mime: FOLDER, ...(parent && { parent }) }),
    find: (id: string) => nodes.get(id === 'root' ? root : id),
    all,
    childrenOf: (id: string) => all().filter(({ parent }) => parent === id),
    named: (parent: string, name: string) =>
      all().find((node) => node.parent === parent && node.name.toLowerCase() === name.toLowerCase()),
    isTrashed,
    clear() {
      nodes.clear()
      addRoot()
    },
  }
}

export type MemoryDrive = ReturnType<typeof createMemoryDrive>

export const randomId = (): string => randomBytes(16).toString('base64url').replaceAll('-', '_')
