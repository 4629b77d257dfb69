import type { Item } from './layout.ts'

/** Letters as they look within a word, several letters in one, spaces of other widths, and radicals as Chromium prints characters. */
const FORM = /[\u00A0\u00B5\u037E\u2000-\u200A\u202F\u2126\uFB00-\uFDFF\uFE70-\uFEFC\u2F00-\u2FD5]/g

/** Radicals of Chinese characters, each before the character that looks the same (Unicode, Equivalent_Unified_Ideograph). */
const RADICALS = new Map(
  [
    ...'⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尣⺐尢⺒巳⺓幺⺔彑⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王⺫目⺬示⺭礻⺯糹⺰纟⺱罓⺲罒⺳㓁⺴冗⺶羊⺹耂⺺肀⺻聿⺼肉⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻈讠⻉贝⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長⻒镸⻓长⻔门⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻟飠⻠饣⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟'.matchAll(
      /../g,
    ),
  ].map(([pair]): [string, string] => [pair.charAt(0), pair.charAt(1)]),
)
const RADICAL = /[\u2E80-\u2EF3]/g

/**
 * What people type and search is the letter. The library would do this too, but before it turns texts that are written from right
 * to left, which turned the letters of each joined one around: `اکبر` was `اکرب`.
 */
export const withPlainLetters = (item: Item): Item => ({
  ...item,
  str: item.str
    .replaceAll(FORM, (form) => form.normalize('NFKC'))
    .replaceAll(RADICAL, (radical) => RADICALS.get(radical) ?? radical),
})
