import { defineAct } from '#platform/act.ts'

export const folderShared = defineAct('storage_folder.shared')
export const folderUnshared = defineAct('storage_folder.unshared')
