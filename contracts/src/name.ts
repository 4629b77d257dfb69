import { z } from 'zod'
import { isBlank } from './blank.ts'

/** What people call something. A name that shows nothing is none. */
export const Name = z
  .string()
  .trim()
  .max(200)
  .refine((name) => !isBlank(name), 'The name cannot be empty')
