// The one-time code that links a phone: eight letters, shown as ABCD-EFGH.

// The letters of `randomCode` (seal.ts), which nobody misreads.
const letter = '[A-HJ-KMNP-Z2-9]'
const inText = new RegExp(`(?:^|[^A-Z0-9])(${letter}{4})[-\\u2010-\\u2015](${letter}{4})(?![A-Z0-9])`, 'i')
const alone = new RegExp(`^\\s*(${letter}{4})\\s?(${letter}{4})\\s*$`, 'i')

export const showLinkCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** The code in what a person sent, in capitals without a dash; null when there is none. */
export function linkCodeIn(text: string): string | null {
  const found = inText.exec(text) ?? alone.exec(text)
  return found ? `${found[1]}${found[2]}`.toUpperCase() : null
}
