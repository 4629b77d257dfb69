import hongKong from 'opencc-js/dict/HKVariants'
import pairs from 'opencc-js/dict/TSCharacters'

const pairsOf = (text: string): [string, string][] =>
  text.split('|').map((pair) => {
    const [first = '', second = ''] = pair.split(' ')
    return [first, second]
  })

/** By traditional character; some have several simplified forms, of which the first is the usual one. */
const SIMPLIFIED = new Map(pairsOf(pairs))
// Some characters are written otherwise in Hong Kong, such as 衞 for 衛.
for (const [standard, variant] of pairsOf(hongKong))
  if (!SIMPLIFIED.has(variant)) SIMPLIFIED.set(variant, SIMPLIFIED.get(standard) ?? standard)
const HAN = /\p{Script=Han}/gu

/**
 * Traditional Chinese in simplified characters, one by one: the same words are written with either. Japanese characters change
 * with them, in texts and in questions alike.
 */
export const simplifyChinese = (text: string): string =>
  text.replaceAll(HAN, (character) => SIMPLIFIED.get(character) ?? character)
