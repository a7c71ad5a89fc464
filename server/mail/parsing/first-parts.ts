// Cuts a message of very many parts after the first ones, since each costs the parser time.

/** postal-mime takes about 0.13 ms a part, so that 200,000 empty ones in 2 MB would hold a core for half a minute. */
const mostParts = 1000
const mostBoundaries = 200
const boundaryLetters = 200

export interface LeadingParts {
  first: Buffer
  /** How many come after them. */
  left: number
  /** Whether a line, from its two dashes on, may begin or end a part of `first`; true of a few thousand at most. */
  isBoundary(this: void, line: string): boolean
}

/** The mail up to the end of its first parts. Linear time, whatever comes. */
export function leadingParts(mail: Buffer): LeadingParts {
  // A patch has many such lines too, so that its boundaries are looked for only now.
  if (cutBehind(mail, null).left === 0) return { first: mail, left: 0, isBoundary: () => true }
  const boundaries = boundariesIn(mail)
  const begins = (line: string) => boundaries === null || boundaries.has(line)
  const isBoundary = (line: string) => begins(line.slice(2)) || (line.endsWith('--') && begins(line.slice(2, -2)))
  return { ...cutBehind(mail, begins), isBoundary }
}

/** With `begins` null, each line of two dashes counts. */
function cutBehind(mail: Buffer, begins: ((line: string) => boolean) | null): { first: Buffer; left: number } {
  let count = 0
  let end = mail.length
  for (let at = mail.indexOf('\n--'); at >= 0; at = mail.indexOf('\n--', at + 3)) {
    if (begins && !begins(lineAt(mail, at + 3))) continue
    count++
    if (count === mostParts + 1) end = at + 1
  }
  return { first: mail.subarray(0, end), left: Math.max(0, count - mostParts) }
}

function lineAt(mail: Buffer, at: number): string {
  const end = mail.indexOf(0x0a, at)
  return mail.toString('latin1', at, Math.min(end < 0 ? mail.length : end, at + boundaryLetters + 2)).trimEnd()
}

/** Whatever a type may name as its boundary, wherever it stands; null where that is too much or too strange to tell. */
function boundariesIn(mail: Buffer): Set<string> | null {
  const found = new Set<string>()
  const written = /\bboundary(\*[\d*]*)?[ \t]*=[ \t]*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi
  for (const [, isContinued, quoted, bare] of mail.toString('latin1').matchAll(written)) {
    found.add((quoted ?? bare ?? '').trimEnd())
    if (isContinued || found.size > mostBoundaries) return null
  }
  return found
}
