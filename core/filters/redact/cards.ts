// Finds payment card numbers: 13 to 19 digits with a valid check digit (ISO/IEC 7812-1, Annex B).
import type { Span } from '../../text/spans.ts'

const minDigits = 13
const maxDigits = 19
/** Digits in groups with any separator. */
const run = /\p{Nd}(?:[ \u00a0\u2007\u2009\u202f.\-\u2010-\u2014]?[\r\n]{0,2}\p{Nd})*/gu

export function findCards(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(run)) {
    // A number that begins with a plus is a phone number.
    if (match[0].length < minDigits || text[match.index - 1] === '+') continue
    spans.push(...cardsInRun(readDigits(match[0], match.index), text))
  }
  return spans
}

/** The longest card number from each group of digits, made of full groups. */
function cardsInRun(digits: Digit[], text: string): Span[] {
  const spans: Span[] = []
  for (const [first, digit] of digits.entries()) {
    if (digits[first - 1]?.end === digit.start) continue
    for (let count = Math.min(maxDigits, digits.length - first); count >= minDigits; count--) {
      const window = digits.slice(first, first + count)
      const last = window.at(-1)
      if (!last || digits[first + count]?.start === last.end || !isCard(window, text.slice(digit.start, last.end))) continue
      spans.push({ start: digit.start, end: last.end })
      break
    }
  }
  return spans
}

function isCard(digits: Digit[], writtenText: string): boolean {
  const values = digits.map(digit => digit.value)
  // No card begins with 0, and one repeated digit is a placeholder.
  if (values[0] === 0 || new Set(values).size === 1) return false
  // Numbers on several lines are a list, unless they are the 4 × 4 digits of a card.
  if (/[\r\n]/.test(writtenText) && !/^\p{Nd}{4}(\s+\p{Nd}{4}){3}$/u.test(writtenText)) return false
  return checkSum(values) % 10 === 0
}

/** Luhn's sum: every second digit from the right counts twice. */
const checkSum = (values: number[]): number =>
  values.toReversed().reduce((sum, value, i) => sum + (i % 2 === 0 ? value : value > 4 ? 2 * value - 9 : 2 * value), 0)

interface Digit {
  value: number
  start: number
  end: number
}

/** The zeros of Latin, Arabic, Persian, Devanagari, Bengali, Thai and full-width digits. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]

/** The digits in `text`, which starts at `offset` in a longer text. */
function readDigits(text: string, offset: number): Digit[] {
  const digits: Digit[] = []
  for (let i = 0; i < text.length; i++) {
    const value = digitValue(text.charCodeAt(i))
    if (value !== null) digits.push({ value, start: offset + i, end: offset + i + 1 })
  }
  return digits
}

function digitValue(unit: number): number | null {
  const zero = zeros.find(z => unit >= z && unit < z + 10)
  return zero === undefined ? null : unit - zero
}
