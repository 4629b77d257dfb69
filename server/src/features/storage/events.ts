import { z } from 'zod'
import type { ServerEvents } from '#contracts/events.ts'
import { defineBroadcast, definePush } from '#platform/event.ts'
import { everyoneInOrganization } from '../organizations/events.ts'

/** Anyone who belongs to the organization may list its storage, so everyone is notified of it. */
type StorageEvent = Extract<keyof ServerEvents, `storage_file.${string}`>
const defineStorageEvent = (name: StorageEvent) => definePush(name, everyoneInOrganization)

export const storageFileCreated = defineStorageEvent('storage_file.created')
/** The bytes of a file, or who may use a folder. */
export const storageFileUpdated = defineStorageEvent('storage_file.updated')
/** Moved to the trash or erased, with everything below it. */
export const storageFileDeleted = defineStorageEvent('storage_file.deleted')
export const storageFileRenamed = defineStorageEvent('storage_file.renamed')
export const storageFileCopied = defineStorageEvent('storage_file.copied')
export const storageFileMoved = defineStorageEvent('storage_file.moved')

/** Documents wait to be indexed. */
export const documentsQueued = defineBroadcast('storage.documents-queued', z.object({}))
