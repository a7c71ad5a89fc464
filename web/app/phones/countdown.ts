// The remaining validity of a code, shown every second but read aloud at only four moments.

/** 702000 → "11:42". */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const spoken = [120, 60, 30, 10]

/** The last of 2:00, 1:00, 0:30 and 0:10 that was reached, in seconds; null before the first and at the end. */
export function spokenSeconds(leftMs: number): number | null {
  const left = leftMs / 1000
  return left < 1 ? null : (spoken.findLast(mark => left <= mark) ?? null)
}
