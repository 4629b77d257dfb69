import { StorageNews } from '#contracts/storage.ts'
import { everyoneInOrganization } from '#platform/audience.ts'
import { defineEvent } from '#platform/event.ts'

/** Whoever belongs to the organization may list its storage, so everyone hears of it. */
const defineNews = (what: string) => defineEvent(`storage_file.${what}`, StorageNews, everyoneInOrganization)

export const storageFileCreated = defineNews('created')
/** The bytes of a file, or who may use a folder. */
export const storageFileUpdated = defineNews('updated')
/** Moved to the trash or erased, with everything below it. */
export const storageFileDeleted = defineNews('deleted')
export const storageFileRenamed = defineNews('renamed')
export const storageFileCopied = defineNews('copied')
export const storageFileMoved = defineNews('moved')
