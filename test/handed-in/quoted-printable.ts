// Encodes and decodes quoted-printable (RFC 2045 §6.7), bytes as latin1 characters.

export const decodeQuotedPrintable = (text: string): string =>
  text
    .replace(/[ \t]+(?=\r?\n)/g, '')
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const maxLine = 75

export const encodeQuotedPrintable = (bytes: Buffer, lineEnd: string): string =>
  bytes
    .toString('latin1')
    .split(/\r?\n/)
    .map(line => wrap(line.replace(/[^\t\x20-\x3c\x3e-\x7e]|[ \t]$/g, escapeByte), lineEnd))
    .join(lineEnd)

const escapeByte = (byte: string): string => `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** A soft line break never splits an escaped byte. */
function wrap(line: string, lineEnd: string): string {
  const lines = ['']
  for (const piece of line.match(/=[\dA-F]{2}|./gs) ?? []) {
    const last = lines.length - 1
    if ((lines[last] ?? '').length + piece.length > maxLine) lines.push(piece)
    else lines[last] += piece
  }
  return lines.join(`=${lineEnd}`)
}
