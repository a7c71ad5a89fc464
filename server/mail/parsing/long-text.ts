// Joins the lines of very long texts before parsing, since each costs the parser time.

/** A mail of fewer lines is left as it is. */
const mostLines = 20_000
/** Of each part, and of all together, so many stay lines; more do not fit into what is shown. */
const linesOfPart = 3000
const linesOfMail = 30_000
/** Of a part behind these: its own headers. */
const linesAtLeast = 40
const runBytes = 16 * 1024

const [newline, carriage, space, dash, equals] = [0x0a, 0x0d, 0x20, 0x2d, 0x3d]

/** Line ends become one space each, which is what the parser makes of them; `isBoundary` is told a line that begins with two dashes. */
export function joinLines(mail: Buffer, isBoundary: (line: string) => boolean): Buffer {
  const bodyAt = bodyStart(mail)
  if (countLines(mail, bodyAt) <= mostLines) return mail
  const joined = Buffer.from(mail)
  let written = bodyAt
  const isEdge = (at: number) => mail[at] === dash && mail[at + 1] === dash && isBoundary(lineAt(mail, at))
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
    const isFirst = inPart <= (lines < linesOfMail ? linesOfPart : linesAtLeast)
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

/** Behind the empty line that ends the header, whatever its line end is made of. */
function bodyStart(mail: Buffer): number {
  for (let at = 0, end = mail.indexOf(newline); end >= 0; at = end + 1, end = mail.indexOf(newline, at)) {
    const isEmpty = mail.subarray(at, end).every(octet => octet === carriage)
    if (isEmpty) return end + 1
  }
  return mail.length
}

function countLines(mail: Buffer, from: number): number {
  let count = 0
  for (let at = mail.indexOf(newline, from); at >= 0 && count <= mostLines; at = mail.indexOf(newline, at + 1)) count += 1
  return count
}

function lineAt(mail: Buffer, at: number): string {
  const end = mail.indexOf(newline, at)
  return mail.toString('latin1', at, Math.min(end < 0 ? mail.length : end, at + 300)).trimEnd()
}

/** A soft break of quoted-printable text (RFC 2045 §6.7) has to stay one. */
function endsInEquals(mail: Buffer, end: number): boolean {
  return mail[end - 1] === equals || (mail[end - 1] === carriage && mail[end - 2] === equals)
}
