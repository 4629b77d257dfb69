/** A duration as people say it, such as “3 min 20 sec”: seconds count below an hour, minutes from then on. */
export function formatDuration(seconds: number, language: string): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const parts = [
    ['hour', hours],
    ['minute', minutes],
    ['second', hours > 0 ? 0 : seconds % 60],
  ] as const
  const shown = parts.filter(([, count]) => count > 0)
  const format = (unit: string, count: number): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
  return (shown.length > 0 ? shown : ([['second', 0]] as const)).map(([unit, count]) => format(unit, count)).join(' ')
}
