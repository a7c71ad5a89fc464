// Case folding in the reference implementation: character by character, without tracking positions.

/** All readings of a text: as it is, and with encoded domain labels decoded. */
export function allReadings(text: string): string[] {
  const plain = simpleFold(text)
  if (plain.indexOf('xn--') === -1) return [plain]
  return [plain, simpleFold(text.replace(/xn--[a-z0-9-]+/gi, label => decodeLabel(label)))]
}

export function simpleFold(text: string): string {
  let folded = ''
  for (const character of text.normalize('NFKC')) {
    if (/\p{Default_Ignorable_Code_Point}/u.test(character)) continue
    const lowerCase = character.toLowerCase().toUpperCase().toLowerCase()
    folded += lowerCase === 'ς' ? 'σ' : lowerCase
  }
  folded = folded.normalize('NFKC')
  while (folded.includes('i\u0307')) folded = folded.replace('i\u0307', 'i')
  return folded
    .split(/[\s\u1680\u2028\u2029]+/)
    .filter(word => word !== '')
    .join(' ')
}

/** Follows RFC 3492 §6.2 literally; returns the label itself if it is invalid. */
function decodeLabel(label: string): string {
  if (label.length > 63) return label
  const input = label.slice(4).toLowerCase()
  const hyphen = input.lastIndexOf('-')
  const output: number[] = hyphen > 0 ? Array.from(input.slice(0, hyphen), character => character.charCodeAt(0)) : []
  let [n, i, bias, at] = [128, 0, 72, hyphen + 1]
  while (at < input.length) {
    const start = i
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(input.charAt(at))
      if (at >= input.length || digit < 0) return label
      at += 1
      i += digit * weight
      const threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const length = output.length + 1
    let delta = start === 0 ? Math.floor((i - start) / 700) : Math.floor((i - start) / 2)
    delta += Math.floor(delta / length)
    let k = 0
    while (delta > 455) {
      delta = Math.floor(delta / 35)
      k += 36
    }
    bias = k + Math.floor((36 * delta) / (delta + 38))
    n += Math.floor(i / length)
    i %= length
    if (n > 0x10ffff || (n >= 0xd800 && n < 0xe000)) return label
    output.splice(i, 0, n)
    i += 1
  }
  return output.length === 0 ? label : String.fromCodePoint(...output)
}
