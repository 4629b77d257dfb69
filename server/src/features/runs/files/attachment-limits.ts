import type { Context } from '#platform/context.ts'

const MB = 1024 * 1024

/** The three limits of the contract on the files of one message, in the form in which clients read them. */
export function attachmentLimits({ ports: { config } }: Pick<Context, 'ports'>) {
  return {
    maxAttachmentCount: config.CHAT_MAX_ATTACHMENTS,
    maxAttachmentSizeBytes: Math.floor(config.CHAT_MAX_ATTACHMENT_SIZE_MB * MB),
    maxTotalAttachmentSizeBytes: Math.floor(config.CHAT_MAX_TOTAL_ATTACHMENT_SIZE_MB * MB),
  }
}

/** A limit as people read it: a setting such as 1.3 MB is no whole number of bytes. */
export const formatMegabytes = (bytes: number): string => `${Number((bytes / MB).toFixed(3))} MB`
