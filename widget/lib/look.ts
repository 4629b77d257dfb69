import type { ColorScheme, WidgetOverrides } from '#contracts/widget-frames.ts'
import { DEFAULT_WIDGET_SETTINGS, type WidgetSettings } from '#contracts/widget-settings.ts'

type Rgb = readonly [red: number, green: number, blue: number]

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{2})?$/i

/** Null where the text is no color that can be computed with. */
function rgbOf(color: string): Rgb | null {
  const digits = HEX.exec(color.trim())?.[1]
  if (!digits) return null
  const [r, g, b] = digits.length === 3 ? digits.split('').map((one) => one + one) : (digits.match(/../g) ?? [])
  return [Number.parseInt(r ?? '0', 16), Number.parseInt(g ?? '0', 16), Number.parseInt(b ?? '0', 16)]
}

const hexOf = (color: Rgb) => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever is read better on the color. */
export function inkOn(color: string): string {
  const ground = rgbOf(color)
  if (!ground) return '#ffffff'
  // White is what people expect on a button, as long as it can be read.
  return contrast(ground, [255, 255, 255]) >= 4.5 ? '#ffffff' : '#111827'
}

/** The color, brought as far towards black or white as it takes to be read on the ground. */
export function readableOn(color: string, ground: string): string {
  const [own, below] = [rgbOf(color), rgbOf(ground)]
  if (!own || !below) return color
  const towards = luminance(below) > 0.18 ? 0 : 255
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = own.map((part) => part + (towards - part) * share) as unknown as Rgb
    if (contrast(mixed, below) >= 4.6) return hexOf(mixed)
  }
  return towards === 0 ? '#000000' : '#ffffff'
}

export type Look = { scheme: ColorScheme; settings: WidgetSettings & WidgetOverrides }

/** What the organization has set, with what the page lays over it, in the page's scheme where nothing else is wanted. */
export function lookOf(settings: WidgetOverrides, pageScheme: ColorScheme): Look {
  const all = { ...DEFAULT_WIDGET_SETTINGS, ...settings }
  const scheme = all.mode === 'system' ? pageScheme : all.mode === 'dark' ? 'dark' : 'light'
  return { scheme, settings: all }
}
