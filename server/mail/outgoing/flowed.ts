// Encodes text as format=flowed (RFC 3676) in quoted-printable (RFC 2045 §6.7).

const maxLineLength = 72

/** Lines end with CRLF; a trailing space means that the line continues. */
export const toFlowed = (text: string): string => text.split('\n').map(flowLine).join('\r\n')

function flowLine(line: string): string {
  // The signature separator keeps its trailing space (RFC 3676 §4.3).
  if (line === '-- ') return line
  const [marks = ''] = /^>*/.exec(line) ?? []
  const text = line.slice(marks.length).trimEnd()
  const prefix = marks === '' ? '' : `${marks} `
  const lines = wrap(marks === '' ? text : text.replace(/^ /, ''), Math.max(20, maxLineLength - prefix.length))
  return lines.map((part, at) => prefix + (marks === '' ? spaceStuff(part) : part) + (at < lines.length - 1 ? ' ' : '')).join('\r\n')
}

/** A line must not begin like a quotation or an mbox separator (RFC 3676 §4.4). */
const spaceStuff = (line: string): string => (/^(?: |>|From )/.test(line) ? ` ${line}` : line)

/** An overlong word, such as a URL, is not broken. */
function wrap(text: string, maxLength: number): string[] {
  const lines: string[] = []
  let line: string | null = null
  for (const word of text.split(' ')) {
    if (line === null) line = word
    else if (line.trim() !== '' && line.length + 1 + word.length > maxLength) {
      lines.push(line)
      line = word
    } else line = `${line} ${word}`
  }
  return [...lines, line ?? '']
}

/** UTF-8 octets; lines of at most 76 characters. */
export function quotedPrintable(text: string): string {
  return text
    .split('\r\n')
    .map(line => softBreaks(encodeOctets(line)))
    .join('\r\n')
}

function encodeOctets(line: string): string[] {
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
