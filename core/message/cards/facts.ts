// Reads values that stand behind a label at the start of a line, as machines write them.

export const maxLineLength = 300
const maxValueLength = 80
const maxLines = 40

export const labelAtStart = (names: string): RegExp =>
  new RegExp(`^\\P{L}{0,4}(?:${names})\\s*[:：]\\s*(\\S.{0,${maxValueLength - 1}})$`, 'iu')

/** The value behind the label; null if there are several. */
export function findOnlyValue(lines: readonly string[], pattern: RegExp): string | null {
  const values = lines.slice(0, maxLines).flatMap(line => (line.length < maxLineLength ? (pattern.exec(line)?.[1]?.trim() ?? []) : []))
  const [only, ...others] = new Set(values)
  return only !== undefined && others.length === 0 ? only : null
}
