// Chooses the charset of a text whose label is missing or wrong.

/** Labels that programs write without looking at the text. */
const carelessLabels = new Set([
  'us-ascii',
  'ascii',
  'iso-8859-1',
  'latin1',
  'windows-1252',
  'cp1252',
  '8bit',
  'unknown',
  'unknown-8bit',
  'x-unknown',
  'default',
])

/** Null where the label is right, or as good as any. `stated` is what the page itself says. */
export function chooseCharset(bytes: Uint8Array, label: string | null, stated: string | null = null): string | null {
  if (!hasHighBytes(bytes)) return null
  const declared = label?.trim().toLowerCase() ?? ''
  if (declared === '' || isUtf8(declared)) {
    if (decodes(bytes, 'utf-8')) return null
    // A few damaged letters among whole ones are still UTF-8.
    if (declared !== '' && hasUtf8Letters(bytes)) return null
    return stated && decodes(bytes, stated) ? stated : 'windows-1252'
  }
  if (!decodes(bytes, 'utf-8')) return carelessLabels.has(declared) && !knows(declared) ? 'windows-1252' : null
  return carelessLabels.has(declared) || !decodes(bytes, declared) ? 'utf-8' : null
}

export const hasHighBytes = (bytes: Uint8Array): boolean => bytes.some(octet => octet >= 0x80)
const isUtf8 = (label: string): boolean => /^(?:utf-?8|unicode-1-1-utf-8)$/.test(label)

const decodes = (bytes: Uint8Array, label: string): boolean => decode(bytes, label)?.includes('\ufffd') === false
const knows = (label: string): boolean => decode(new Uint8Array(), label) !== null

/** Null where the label is unknown, or an octet does not fit it. */
export function decode(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const hasUtf8Letters = (bytes: Uint8Array): boolean => /[\u0080-\ufffc]/.test(new TextDecoder().decode(bytes))
