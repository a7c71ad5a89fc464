// Encodes text as format=flowed (RFC 3676) in quoted-printable (RFC 2045 §6.7).

const longestLine = 72

/** Lines end with CRLF; a space before the end means that the line goes on. */
export const flowed = (text: string): string => text.split('\n').map(flowLine).join('\r\n')

function flowLine(line: string): string {
  // The one line whose space at the end stays (RFC 3676 §4.3).
  if (line === '-- ') return line
  const [marks = ''] = /^>*/.exec(line) ?? []
  const text = line.slice(marks.length).trimEnd()
  const before = marks === '' ? '' : `${marks} `
  const lines = wrap(marks === '' ? text : text.replace(/^ /, ''), Math.max(20, longestLine - before.length))
  return lines.map((part, at) => before + (marks === '' ? stuffed(part) : part) + (at < lines.length - 1 ? ' ' : '')).join('\r\n')
}

/** A line must not begin like a quotation, or like what mail folders begin a mail with (RFC 3676 §4.4). */
const stuffed = (line: string): string => (/^(?: |>|From )/.test(line) ? ` ${line}` : line)

/** A word that is too long stays whole, as an address on the web must. */
function wrap(text: string, most: number): string[] {
  const lines: string[] = []
  let line: string | null = null
  for (const word of text.split(' ')) {
    if (line === null) line = word
    else if (line.trim() !== '' && line.length + 1 + word.length > most) {
      lines.push(line)
      line = word
    } else line = `${line} ${word}`
  }
  return [...lines, line ?? '']
}

/** UTF-8 octets; lines of at most 76 letters. */
export function quotedPrintable(text: string): string {
  return text
    .split('\r\n')
    .map(line => softBreaks(octetsOf(line)))
    .join('\r\n')
}

function octetsOf(line: string): string[] {
  const octets = [...Buffer.from(line, 'utf8')]
  return octets.map((octet, at) => {
    const isPlain = (octet >= 33 && octet <= 126 && octet !== 61) || ((octet === 32 || octet === 9) && at < octets.length - 1)
    return isPlain ? String.fromCharCode(octet) : `=${octet.toString(16).toUpperCase().padStart(2, '0')}`
  })
}

function softBreaks(octets: string[]): string {
  const lines: string[] = []
  let line = ''
  for (const octet of octets) {
    if (line.length + octet.length > 75) {
      lines.push(`${line}=`)
      line = ''
    }
    line += octet
  }
  return [...lines, line].join('\r\n')
}
