// Joins the lines of very long texts before parsing, since each line costs the parser time.

/** An email with fewer lines is left unchanged. */
const maxLines = 20_000
/** How many lines of each part, and of the email, stay separate; more would not be shown. */
const linesPerPart = 3000
const linesPerEmail = 30_000
/** Lines that stay in later parts: their headers. */
const minLinesPerPart = 40
const runBytes = 16 * 1024

const [newline, carriage, space, dash, equals] = [0x0a, 0x0d, 0x20, 0x2d, 0x3d]

/** Replaces line ends with a space each, as the parser does; `isBoundary` is called for lines that begin with two dashes. */
export function joinLines(mail: Buffer, isBoundary: (line: string) => boolean): Buffer {
  const bodyAt = bodyStart(mail)
  if (countLines(mail, bodyAt) <= maxLines) return mail
  const joined = Buffer.from(mail)
  let written = bodyAt
  const isEdge = (at: number) => mail[at] === dash && mail[at + 1] === dash && isBoundary(readLine(mail, at))
  let edge = isEdge(bodyAt)
  let lines = 0
  let inPart = 0
  let runAt = bodyAt
  let at = bodyAt
  for (let end = mail.indexOf(newline, at); end >= 0; end = mail.indexOf(newline, at)) {
    const next = end + 1
    const isNextEdge = isEdge(next)
    inPart = edge ? 0 : inPart + 1
    lines += 1
    const isFirst = inPart <= (lines < linesPerEmail ? linesPerPart : minLinesPerPart)
    if (edge || isNextEdge || isFirst || next - runAt > runBytes || endsInEquals(mail, end)) {
      written += mail.copy(joined, written, at, next)
      runAt = next
    } else {
      written += mail.copy(joined, written, at, mail[end - 1] === carriage ? end - 1 : end)
      joined[written++] = space
    }
    at = next
    edge = isNextEdge
  }
  written += mail.copy(joined, written, at)
  return joined.subarray(0, written)
}

/** The index after the empty line that ends the header, with any kind of line end. */
function bodyStart(mail: Buffer): number {
  for (let at = 0, end = mail.indexOf(newline); end >= 0; at = end + 1, end = mail.indexOf(newline, at)) {
    const isEmpty = mail.subarray(at, end).every(octet => octet === carriage)
    if (isEmpty) return end + 1
  }
  return mail.length
}

function countLines(mail: Buffer, from: number): number {
  let count = 0
  for (let at = mail.indexOf(newline, from); at >= 0 && count <= maxLines; at = mail.indexOf(newline, at + 1)) count += 1
  return count
}

function readLine(mail: Buffer, at: number): string {
  const end = mail.indexOf(newline, at)
  return mail.toString('latin1', at, Math.min(end < 0 ? mail.length : end, at + 300)).trimEnd()
}

/** A soft line break in quoted-printable text (RFC 2045 §6.7) must be preserved. */
function endsInEquals(mail: Buffer, end: number): boolean {
  return mail[end - 1] === equals || (mail[end - 1] === carriage && mail[end - 2] === equals)
}
