// Reads digits in the scripts that mails are written in.

export interface Digit {
  value: number
  start: number
  end: number
}

/** The zeros of Latin, Arabic, Persian, Devanagari, Bengali, Thai and full-width digits. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]

/** The digits in `text`, which stands at `offset` of a longer one. */
export function digitsOf(text: string, offset: number): Digit[] {
  const digits: Digit[] = []
  for (let i = 0; i < text.length; i++) {
    const value = valueOf(text.charCodeAt(i))
    if (value !== null) digits.push({ value, start: offset + i, end: offset + i + 1 })
  }
  return digits
}

function valueOf(unit: number): number | null {
  const zero = zeros.find(z => unit >= z && unit < z + 10)
  return zero === undefined ? null : unit - zero
}
