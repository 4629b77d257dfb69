import pairs from 'opencc-js/dict/TSCharacters'

/** By traditional character; some have several simplified forms, of which the first is the usual one. */
const SIMPLIFIED = new Map(
  pairs.split('|').map((pair): [string, string] => {
    const [traditional = '', simplified = ''] = pair.split(' ')
    return [traditional, simplified]
  }),
)
const HAN = /\p{Script=Han}/gu

/**
 * Traditional Chinese in simplified characters, one by one: the same words are written with either. Japanese characters change
 * with them, in texts and in questions alike.
 */
export const simplifyChinese = (text: string): string =>
  text.replaceAll(HAN, (character) => SIMPLIFIED.get(character) ?? character)
