import type { TchatActivity } from './activity.ts'

/** The HTML of a message, which nearly each has beside its text. */
export const htmlOf = ({ attachments = [] }: Pick<TchatActivity, 'attachments'>): string[] =>
  attachments.flatMap(({ contentType, content }) =>
    contentType === 'text/html' && typeof content === 'string' ? [content] : [],
  )

/** The words of a piece of HTML, each paragraph on a line of its own. */
export const linesOf = (html: string): string[] =>
  html
    .split(/<\/(?:p|div|li|tr|h[1-6]|pre|blockquote)>|<br\s?\/?>/i)
    .map(wordsOf)
    .filter(Boolean)

/** The words of a line of HTML. An emoji is a picture there, whose name it is. */
export const wordsOf = (html: string): string =>
  decodeHtml(
    html
      .replaceAll(/<img\s[^<>]*>/gi, (image) =>
        image.includes(EMOJI) ? (/\salt="([^"]*)"/i.exec(image)?.[1] ?? '') : '',
      )
      .replaceAll(/<[^<>]*(?:>|$)/g, ''),
  )
    .replaceAll(/\s+/g, ' ')
    .trim()

const EMOJI = 'itemtype="http://schema.skype.com/Emoji"'

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
}

export const decodeHtml = (html: string): string =>
  html.replaceAll(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity)
