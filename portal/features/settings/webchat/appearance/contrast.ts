const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** What the server takes. */
export const isColor = (text: string): boolean => HEX.test(text)

/** `#rrggbb`, which is what a browser's own field of colors knows; null where the text is no color. */
export function plainHex(color: string): string | null {
  if (!isColor(color)) return null
  const digits = color.slice(1).toLowerCase()
  if (digits.length > 3) return `#${digits.slice(0, 6)}`
  return `#${[...digits].map((digit) => digit + digit).join('')}`
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21, as the WCAG counts it; null where one of them is no color. */
export function contrastOf(one: string, other: string): number | null {
  const [a, b] = [plainHex(one), plainHex(other)]
  if (!a || !b) return null
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}
