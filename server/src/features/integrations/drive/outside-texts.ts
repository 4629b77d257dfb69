import { z } from 'zod'

/** Addresses are shown to people and followed by nobody here. */
export const outsideUrl = z
  .string()
  .nullish()
  .transform((text) => {
    const url = text && text.length <= 2000 ? URL.parse(text) : null
    return url && /^https?:$/.test(url.protocol) ? url.href : ''
  })

export const outsideInstant = z
  .string()
  .nullish()
  .transform((text) => {
    const at = new Date(text ?? Number.NaN)
    return Number.isNaN(at.getTime()) ? null : at.toISOString()
  })

export const person = (name: string, email: string): string => (name && email ? `${name} <${email}>` : name || email)
