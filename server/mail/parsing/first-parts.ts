// Cuts a message with very many parts off after the first ones, since each part costs the parser time.

/** postal-mime takes about 0.13 ms per part, so 200,000 empty ones in 2 MB would block a core for half a minute. */
const maxParts = 1000
const maxBoundaries = 200
const maxBoundaryChars = 200

export interface LeadingParts {
  first: Buffer
  /** How many more parts follow. */
  left: number
  /** Whether a line that begins with two dashes may be a boundary in `first`; true for a few thousand at most. */
  isBoundary(this: void, line: string): boolean
}

/** The message up to the end of its first parts. Linear time for any input. */
export function leadingParts(mail: Buffer): LeadingParts {
  // A patch has many such lines too, so the boundaries are looked up only now.
  if (truncateAfter(mail, null).left === 0) return { first: mail, left: 0, isBoundary: () => true }
  const boundaries = findBoundaries(mail)
  const begins = (line: string) => boundaries === null || boundaries.has(line)
  const isBoundary = (line: string) => begins(line.slice(2)) || (line.endsWith('--') && begins(line.slice(2, -2)))
  return { ...truncateAfter(mail, begins), isBoundary }
}

/** With `begins` null, every line with two dashes counts. */
function truncateAfter(mail: Buffer, begins: ((line: string) => boolean) | null): { first: Buffer; left: number } {
  let count = 0
  let end = mail.length
  for (let at = mail.indexOf('\n--'); at >= 0; at = mail.indexOf('\n--', at + 3)) {
    if (begins && !begins(readLine(mail, at + 3))) continue
    count++
    if (count === maxParts + 1) end = at + 1
  }
  return { first: mail.subarray(0, end), left: Math.max(0, count - maxParts) }
}

function readLine(mail: Buffer, at: number): string {
  const end = mail.indexOf(0x0a, at)
  return mail.toString('latin1', at, Math.min(end < 0 ? mail.length : end, at + maxBoundaryChars + 2)).trimEnd()
}

/** Everything that may be declared as a boundary; null when there are too many or they are malformed. */
function findBoundaries(mail: Buffer): Set<string> | null {
  const found = new Set<string>()
  const written = /\bboundary(\*[\d*]*)?[ \t]*=[ \t]*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi
  for (const [, isContinued, quoted, bare] of mail.toString('latin1').matchAll(written)) {
    found.add((quoted ?? bare ?? '').trimEnd())
    if (isContinued || found.size > maxBoundaries) return null
  }
  return found
}
