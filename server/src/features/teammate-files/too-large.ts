import { AppError } from '#platform/error.ts'

export const tooLarge = (message: string) => new AppError('too_large', message, { code: 'TEAMMATE_TOO_LARGE' })
