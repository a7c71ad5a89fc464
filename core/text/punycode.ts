// Decodes labels of internationalized domain names: `xn--mnchen-3ya` is `münchen`.

const base = 36
const tMin = 1
const tMax = 26
const skew = 38
const damp = 700
const initialBias = 72
const initialN = 128
const maxLabelLength = 63

/** The Unicode form of one `xn--` label (RFC 3492 §6.2); null if it is invalid. */
export function decodeLabel(label: string): string | null {
  const encoded = label.slice(4).toLowerCase()
  if (label.length > maxLabelLength || encoded === '') return null
  const delimiter = encoded.lastIndexOf('-')
  const points = Array.from(encoded.slice(0, Math.max(delimiter, 0)), letter => letter.charCodeAt(0))
  return insertPoints(points, encoded.slice(delimiter + 1)) ? String.fromCodePoint(...points) : null
}

function insertPoints(points: number[], digits: string): boolean {
  let n = initialN
  let i = 0
  let bias = initialBias
  for (let at = 0; at < digits.length; ) {
    const read = readNumber(digits, at, bias)
    if (!read) return false
    at = read.at
    const size = points.length + 1
    bias = adapt(read.value, size, i === 0 && n === initialN)
    n += Math.floor((i + read.value) / size)
    i = (i + read.value) % size
    if (n > 0x10ffff || (n >= 0xd800 && n <= 0xdfff)) return false
    points.splice(i, 0, n)
    i += 1
  }
  return points.length > 0
}

function readNumber(digits: string, from: number, bias: number): { value: number; at: number } | null {
  let value = 0
  let weight = 1
  for (let k = base, at = from; at < digits.length; k += base) {
    const digit = digitAt(digits, at++)
    if (digit === null) return null
    value += digit * weight
    const threshold = Math.min(tMax, Math.max(tMin, k - bias))
    if (digit < threshold) return { value, at }
    weight *= base - threshold
    if (value > 0x7fffffff) return null
  }
  return null
}

function digitAt(digits: string, at: number): number | null {
  const code = digits.charCodeAt(at)
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 22 : null
}

function adapt(value: number, size: number, first: boolean): number {
  let delta = Math.floor(value / (first ? damp : 2))
  delta += Math.floor(delta / size)
  let k = 0
  for (; delta > Math.floor(((base - tMin) * tMax) / 2); k += base) delta = Math.floor(delta / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * delta) / (delta + skew))
}
