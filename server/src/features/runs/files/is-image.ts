import type { RunFile } from '../start-run.ts'

/** What of a message's files a workflow is given; other files stay on the message (contract, part 1 and rule 5 of part 2). */
export const isImage = ({ mime_type }: Pick<RunFile, 'mime_type'>): boolean => mime_type.startsWith('image/')
