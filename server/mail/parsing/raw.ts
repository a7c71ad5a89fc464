// Reads headers of raw email without a full parse, for digests and loop detection.

/** How much of a hostile header block is inspected. */
const maxHeaderBytes = 256 * 1024

/** The header block as latin1 text, and the bytes after the empty line (RFC 5322 §2.1). */
export function splitMail(raw: Buffer): { head: string; body: Buffer } {
  const crlf = raw.indexOf('\r\n\r\n')
  const lf = raw.indexOf('\n\n')
  const ends = [crlf < 0 ? null : { head: crlf, body: crlf + 4 }, lf < 0 ? null : { head: lf, body: lf + 2 }].filter(e => e !== null)
  const end = ends.toSorted((a, b) => a.head - b.head)[0] ?? { head: raw.length, body: raw.length }
  return { head: raw.toString('latin1', 0, Math.min(end.head, maxHeaderBytes)), body: raw.subarray(end.body) }
}

/** The first header of that name, unfolded and trimmed; null when there is none. */
export const headerValue = (head: string, name: string): string | null => headerValues(head, name)[0] ?? null

export function headerValues(head: string, name: string): string[] {
  const found: string[] = []
  let open = false
  for (const line of head.split(/\r?\n/)) {
    const last = found.length - 1
    if (/^[ \t]/.test(line)) {
      if (open) found[last] = `${found[last] ?? ''} ${line.trim()}`
      continue
    }
    open = line.slice(0, name.length + 1).toLowerCase() === `${name}:`
    if (open) found.push(line.slice(name.length + 1).trim())
  }
  return found
}
