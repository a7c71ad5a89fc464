// Repairs the letters in a message's head: raw octets that are not UTF-8, and encoded words with a wrong label.
import { chooseCharset } from './charset.ts'

/** One character per octet, before and after. `raw` is the whole message, whose first charset is that of its head. */
export function repairHeadText(head: string, raw: Buffer): string {
  const words = head.includes('=?') ? head.replace(/=\?([\w-]{2,40})\?([bq])\?([^?\s]{1,2000})\?=/gi, relabel) : head
  const bytes = Buffer.from(words, 'latin1')
  if (!/[\x80-\xff]/.test(words)) return words
  const charset = chooseCharset(bytes, null, findCharset(raw))
  return charset === null ? words : Buffer.from(new TextDecoder(charset).decode(bytes)).toString('latin1')
}

function relabel(word: string, label: string, encoding: string, text: string): string {
  const bytes = /b/i.test(encoding)
    ? Buffer.from(text, 'base64')
    : Buffer.from(
        text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )
  const charset = chooseCharset(bytes, label)
  // A letter may be cut in two between words, so only whole ones are believed.
  return charset === 'utf-8' ? `=?utf-8?${encoding}?${text}?=` : word
}

const searchedBytes = 64 * 1024

function findCharset(raw: Buffer): string | null {
  const label = /charset\s*=\s*"?([\w-]{2,40})/i.exec(raw.toString('latin1', 0, searchedBytes))?.[1]?.toLowerCase() ?? null
  try {
    return label === null || /^(?:us-)?ascii$|^utf-?8$/.test(label) ? null : new TextDecoder(label).encoding
  } catch {
    return null
  }
}
