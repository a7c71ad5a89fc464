// Computes the differences between two lists of lines.
export interface VersionDiffLine {
  sign: 'same' | 'removed' | 'added'
  text: string
}

/** By the longest common subsequence; removed lines come before added ones. */
export function diffLines(before: readonly string[], after: readonly string[]): VersionDiffLine[] {
  const width = after.length + 1
  const lengths = new Uint16Array((before.length + 1) * width)
  for (let a = before.length - 1; a >= 0; a--) {
    for (let b = after.length - 1; b >= 0; b--) {
      const [right = 0, down = 0, across = 0] = [lengths[a * width + b + 1], lengths[(a + 1) * width + b], lengths[(a + 1) * width + b + 1]]
      lengths[a * width + b] = before[a] === after[b] ? across + 1 : Math.max(right, down)
    }
  }
  const result: VersionDiffLine[] = []
  let [a, b] = [0, 0]
  while (a < before.length || b < after.length) {
    const [old, next] = [before[a], after[b]]
    if (old !== undefined && old === next) {
      result.push({ sign: 'same', text: old })
      a++
      b++
    } else if (old !== undefined && (next === undefined || (lengths[(a + 1) * width + b] ?? 0) >= (lengths[a * width + b + 1] ?? 0))) {
      result.push({ sign: 'removed', text: old })
      a++
    } else {
      result.push({ sign: 'added', text: next ?? '' })
      b++
    }
  }
  return result
}
