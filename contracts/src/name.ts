import { z } from 'zod'

const shows = (text: string) => text.replaceAll('\0', '').trim() !== ''

/** What people call something. NUL characters are not kept, so a name of nothing else is empty. */
export const Name = z.string().trim().max(200).refine(shows, 'The name cannot be empty')
