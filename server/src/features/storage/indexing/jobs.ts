import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const indexWaiting = defineJob('storage.index-waiting', z.object({}), { every_seconds: 1 })
export const recoverDocuments = defineJob('storage.recover-documents', z.object({}), { every_seconds: 10 })
