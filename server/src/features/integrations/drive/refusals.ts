import { ProviderRefused } from '../requests/account.ts'

/** Refusals of a drive's own, in the words of its tools. */
export const refuse = (message: string) => new ProviderRefused(422, message)

export const nameTaken = (name: string | undefined) =>
  new ProviderRefused(
    409,
    `${name === undefined ? 'A file of this name' : `"${name}"`} is already there. Choose another name or another folder.`,
  )

export const wasRefused = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof ProviderRefused && statuses.includes(error.provider_status)

export const tooLarge = (most_bytes: number) => refuse(`The file is larger than ${most_bytes / 1024 / 1024} MB`)
