import { useSyncExternalStore } from 'react'
import { ApiError } from '#contracts/client.ts'
import * as storagePaths from '#contracts/paths/storage.ts'
import { call } from '../../../lib/api.ts'
import { folderOf } from '../../../lib/folder-query.ts'
import { persist } from '../../../lib/persist.ts'
import { isTransientError } from '../../../lib/query-client.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { nameOf } from '../use-folder.ts'
import type { Picked } from './picked.ts'
import { sendFile } from './send-file.ts'
import {
  foldersOf,
  freeName,
  isOpen,
  isShown,
  type Problem,
  placeOf,
  planUpload,
  progressOf,
  type UploadItem,
} from './upload-item.ts'

type Organization = { id: string }
export type Uploads = {
  items: readonly UploadItem[]
  /** Files of a name that is there already, about which a person has to decide. */
  asked: readonly UploadItem[]
}
export type Answer = 'replace' | 'both' | 'skip'

const atOnce = 3
/** Thousands of files say thousands of times a second how far they are. */
const publishAfter = 50

let items: UploadItem[] = []
let lastId = 0
let shown: Uploads = { items: [], asked: [] }
let publishing: ReturnType<typeof setTimeout> | undefined
const owners = new Map<number, Organization>()
const controllers = new Map<number, AbortController>()
const taken = new Map<string, Set<string>>()
const listeners = new Set<() => void>()

function publish(): void {
  if (publishing) return
  publishing = setTimeout(() => {
    publishing = undefined
    shown = { items: items.filter(isShown), asked: items.filter(({ state }) => state === 'asked') }
    for (const listener of listeners) listener()
  }, publishAfter)
}

const stay = (event: BeforeUnloadEvent) => event.preventDefault()

function change(id: number, next: (item: UploadItem) => UploadItem): void {
  items = items.map((item) => (item.id === id ? next(item) : item))
  announce()
}

function announce(): void {
  if (progressOf(items).isActive) addEventListener('beforeunload', stay)
  else removeEventListener('beforeunload', stay)
  publish()
}

/** Makes the folders that are missing, asks about names that are taken, and sends the rest, three at a time. */
export async function startUpload(
  organization: Organization,
  folder: string,
  picked: readonly Picked[],
): Promise<void> {
  const planned = planUpload(folder, picked, lastId + 1)
  lastId += picked.length
  for (const { id } of planned) owners.set(id, organization)
  items = [...items, ...planned]
  announce()
  await place(
    organization,
    planned.filter(({ state }) => state === 'looking'),
  )
}

type Failure = { problem: Problem; canRetry: boolean }

async function place(organization: Organization, placed: readonly UploadItem[]): Promise<void> {
  const failed = new Map<string, Failure>()
  const roots = new Set(placed.map(({ root }) => root))
  for (const path of foldersOf(placed)) {
    const above = failed.get(folderOf(path))
    const failure = above ?? (await prepare(organization, path, !roots.has(path)))
    if (failure) failed.set(path, failure)
  }
  const ids = new Set(placed.map(({ id }) => id))
  items = items.flatMap((item): UploadItem[] => {
    if (!ids.has(item.id) || item.state !== 'looking') return [item]
    const failure = failed.get(placeOf(item))
    if (failure) return [{ ...item, state: 'failed', ...failure }]
    if (item.isFolder) return []
    return [{ ...item, isPlaced: true, state: taken.get(item.folder)?.has(item.name) ? 'asked' : 'waiting' }]
  })
  announce()
  pump()
}

/** Learns what a folder holds, and makes it where it is missing. */
async function prepare(organization: Organization, path: string, mayMake: boolean): Promise<Failure | null> {
  const params = { organization_id: organization.id }
  const list = () => persist(() => call(storagePaths.listFolder, { params, query: { path } }))
  const make = () =>
    persist(() => call(storagePaths.createFolder, { params, body: { name: nameOf(path), path: folderOf(path) } }))
  try {
    const found = await list().catch(async (error: unknown) => {
      if (!mayMake || !hasStatus(error, 404)) throw error
      // Another one may have made it meanwhile.
      return make().then(
        () => null,
        (refusal: unknown) => (hasStatus(refusal, 409) ? list() : Promise.reject(refusal)),
      )
    })
    taken.set(path, new Set(found?.files.map(({ name }) => name)))
    return null
  } catch (error) {
    return { problem: problemOf(error), canRetry: isTransientError(error) }
  }
}

const hasStatus = (error: unknown, status: number): boolean => error instanceof ApiError && error.status === status

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { reason: 'other' }
  if (error.kind !== 'refused') return { reason: 'network' }
  const sentence = sentenceOf(error, '')
  return sentence ? { sentence } : { reason: 'other' }
}

function pump(): void {
  const sending = items.filter(({ state }) => state === 'sending').length
  for (const item of items.filter(({ state }) => state === 'waiting').slice(0, atOnce - sending)) send(item)
}

async function send({ id, folder, name, file }: UploadItem): Promise<void> {
  const organization = owners.get(id)
  if (!organization) return
  const controller = new AbortController()
  controllers.set(id, controller)
  change(id, (item) => ({ ...item, state: 'sending', sent: 0 }))
  const onProgress = (sent: number) => change(id, (item) => (item.state === 'sending' ? { ...item, sent } : item))
  try {
    const { signal } = controller
    await persist(() => sendFile({ organization, folder, name, file, signal, onProgress }), signal)
    change(id, (item) => ({ ...item, state: 'done', sent: file.size }))
  } catch (error) {
    if (!controller.signal.aborted)
      change(id, (item) => ({ ...item, state: 'failed', problem: problemOf(error), canRetry: true }))
  } finally {
    controllers.delete(id)
    pump()
  }
}

export const uploads = {
  answer: (answer: Answer) => {
    items = items.map((item): UploadItem => {
      if (item.state !== 'asked') return item
      if (answer === 'skip') return { ...item, state: 'cancelled' }
      if (answer === 'replace') return { ...item, state: 'waiting' }
      const names = taken.get(item.folder) ?? new Set()
      const name = freeName(item.name, names)
      names.add(name)
      return { ...item, name, state: 'waiting' }
    })
    announce()
    pump()
  },
  cancel: (id: number) => {
    change(id, (item) => ({ ...item, state: 'cancelled' }))
    controllers.get(id)?.abort()
  },
  cancelAll: () => {
    items = items.map((item) => (isOpen(item.state) ? { ...item, state: 'cancelled' } : item))
    for (const controller of controllers.values()) controller.abort()
    announce()
  },
  retry: (...ids: number[]) => {
    const again = items.filter((item) => ids.includes(item.id) && item.state === 'failed' && item.canRetry)
    items = items.map((item) =>
      again.includes(item) ? { ...item, state: item.isPlaced ? 'waiting' : 'looking' } : item,
    )
    announce()
    pump()
    const unplaced = again.filter(({ isPlaced }) => !isPlaced)
    for (const [organization, placed] of Map.groupBy(unplaced, ({ id }) => owners.get(id)))
      if (organization) place(organization, placed)
  },
  /** For the end of a session: what one person brings is not for the next to see. */
  forget: () => {
    uploads.cancelAll()
    items = []
    publish()
  },
  /** What has ended leaves the tray. */
  clear: () => {
    items = items.filter(({ state }) => isOpen(state))
    announce()
  },
}

// Anyone who lost the network finds it sent when it is back.
addEventListener('online', () => {
  const lost = items.filter(
    (item) => item.state === 'failed' && 'reason' in item.problem && item.problem.reason === 'network',
  )
  uploads.retry(...lost.map(({ id }) => id))
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useUploads(): Uploads {
  return useSyncExternalStore(subscribe, () => shown)
}
