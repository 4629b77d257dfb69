/** A straight line along the edges of a page, in points; `at` is its place across, `from` and `to` along its direction. */
export type DrawnLine = { isVertical: boolean; at: number; from: number; to: number }

/** What draws a path (ISO 32000-1, 8.5), by the numbers that PDF.js has for it. */
export type PathOperators = Readonly<
  Record<
    | 'moveTo'
    | 'lineTo'
    | 'curveTo'
    | 'curveTo2'
    | 'curveTo3'
    | 'closePath'
    | 'rectangle'
    | 'stroke'
    | 'closeStroke'
    | 'fill'
    | 'eoFill'
    | 'fillStroke'
    | 'eoFillStroke'
    | 'closeFillStroke'
    | 'closeEOFillStroke'
    | 'endPath',
    number
  >
>

/** Many programs draw a line as a filled rectangle. */
const MAX_WIDTH_POINTS = 3
const MIN_LENGTH_POINTS = 3
/** How far a line may lean. */
const MAX_LEAN_POINTS = 0.5
/** A path with more is a picture. */
const MAX_PATH_POINTS = 2000
/** A page with more is a drawing, and its lines are no table. A printed sheet has four for each of thousands of cells. */
export const MAX_LINES = 20_000

type Point = { x: number; y: number }
const NOTHING: readonly DrawnLine[] = []

/**
 * Follows the operators of a page and returns the straight lines that each paints. `transform` maps to the page: the matrix of
 * the moment, six numbers.
 */
export function createLineReader(operators: PathOperators) {
  const strokes = new Set([
    operators.stroke,
    operators.closeStroke,
    operators.fillStroke,
    operators.eoFillStroke,
    operators.closeFillStroke,
    operators.closeEOFillStroke,
  ])
  const fills = new Set([operators.fill, operators.eoFill])
  const closing = new Set([operators.closePath, operators.closeStroke, operators.closeFillStroke])
  const curves = new Set([operators.curveTo, operators.curveTo2, operators.curveTo3])
  const path = new Set([operators.moveTo, operators.lineTo, operators.rectangle, operators.endPath])
  const known = new Set([...strokes, ...fills, ...closing, ...curves, ...path])
  let subpaths: Point[][] = []
  let points = 0
  let lines = 0

  function add(subpath: Point[] | undefined, x: number, y: number, transform: readonly number[]): void {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform
    points++
    subpath?.push({ x: a * x + c * y + e, y: b * x + d * y + f })
  }

  function build(operator: number, numbers: ArrayLike<number>, transform: readonly number[]): void {
    const [x = 0, y = 0, width = 0, height = 0] = Array.from(numbers)
    const open = subpaths.at(-1)
    if (operator === operators.lineTo) add(open, x, y, transform)
    else if (operator === operators.moveTo || curves.has(operator)) {
      // What follows a curve is no border.
      const subpath: Point[] = []
      subpaths.push(subpath)
      if (operator === operators.moveTo) add(subpath, x, y, transform)
    } else if (operator === operators.rectangle) {
      const corners = [0, width, width, 0, 0].map(
        (dx, at): Point => ({ x: x + dx, y: y + (at > 1 && at < 4 ? height : 0) }),
      )
      const subpath: Point[] = []
      subpaths.push(subpath)
      for (const corner of corners) add(subpath, corner.x, corner.y, transform)
    }
  }

  function paint(toLines: (points: readonly Point[]) => DrawnLine[]): DrawnLine[] {
    if (points > MAX_PATH_POINTS || lines > MAX_LINES) return []
    const painted = subpaths.flatMap(toLines)
    lines += painted.length
    return painted
  }

  return (operator: number, numbers: ArrayLike<number> | null, transform: readonly number[]): readonly DrawnLine[] => {
    if (!known.has(operator)) return NOTHING
    if (closing.has(operator)) {
      const open = subpaths.at(-1)
      if (open?.[0]) open.push(open[0])
    }
    const isStroke = strokes.has(operator)
    if (isStroke || fills.has(operator) || operator === operators.endPath) {
      const painted = operator === operators.endPath ? NOTHING : paint(isStroke ? edgesOf : thinRectangle)
      subpaths = []
      points = 0
      return painted
    }
    if (points <= MAX_PATH_POINTS) build(operator, numbers ?? [], transform)
    return NOTHING
  }
}

function edgesOf(points: readonly Point[]): DrawnLine[] {
  return points.slice(1).flatMap((end, at) => {
    const start = points[at]
    return start ? lineBetween(start, end) : []
  })
}

function lineBetween(start: Point, end: Point): DrawnLine[] {
  const [across, along] = [Math.abs(end.x - start.x), Math.abs(end.y - start.y)]
  const isVertical = across <= MAX_LEAN_POINTS
  if (Math.min(across, along) > MAX_LEAN_POINTS || Math.max(across, along) < MIN_LENGTH_POINTS) return []
  const [from, to] = isVertical ? [start.y, end.y] : [start.x, end.x]
  const at = isVertical ? (start.x + end.x) / 2 : (start.y + end.y) / 2
  return [{ isVertical, at, from: Math.min(from, to), to: Math.max(from, to) }]
}

function thinRectangle(points: readonly Point[]): DrawnLine[] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const isVertical = right - left < top - bottom
  if (Math.min(right - left, top - bottom) > MAX_WIDTH_POINTS) return []
  const middle = { x: (left + right) / 2, y: (bottom + top) / 2 }
  return isVertical
    ? lineBetween({ x: middle.x, y: bottom }, { x: middle.x, y: top })
    : lineBetween({ x: left, y: middle.y }, { x: right, y: middle.y })
}
