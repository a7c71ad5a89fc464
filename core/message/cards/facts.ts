// Reads values that stand behind a label at the start of a line, as machines write them.

export const maxLineLength = 300
const maxValueLength = 80
const maxLines = 40

export interface StartLabel {
  /** With its value on the same line. */
  beside: RegExp
  /** Alone on its line, above its value. */
  above: RegExp
}

export const labelAtStart = (names: string): StartLabel => ({
  beside: new RegExp(
    `^\\P{L}{0,4}(?:(?:${names})\\s*[:：]\\s*(\\S.{0,${maxValueLength - 1}})|(?=.{1,${maxShortLine}}$)(?:${names})\\s+((?-i:[\\p{Lu}\\p{Nd}\\p{Sc}]).*))$`,
    'iu',
  ),
  above: new RegExp(`^\\P{L}{0,4}(?:${names})\\s*[:：]?$`, 'iu'),
})

/** A value without a colon before it stands in a short line. */
const maxShortLine = 60

/** The value behind or below the label; null if there are several. */
export function findOnlyValue(lines: readonly string[], { beside, above }: StartLabel): string | null {
  const values = lines.slice(0, maxLines).flatMap((line, at) => {
    if (line.length >= maxLineLength) return []
    const found = beside.exec(line)
    if (found) return [(found[1] ?? found[2] ?? '').trim()]
    const below = above.test(line) ? (lines[at + 1] ?? '').trim() : ''
    return below === '' || below.length > maxValueLength ? [] : [below]
  })
  const [only, ...others] = new Set(values)
  return only !== undefined && others.length === 0 ? only : null
}
