// Drops tracking links that hide their target, which only clutter bulk mail.
import type { Block } from './shapes.ts'

/** An email with more of them is bulk mail, whatever its headers say. */
const maxOpaque = 6
const maxKept = 3

/** The first few that stand alone are kept: a button may be the purpose of the email. */
export function dropTrackingLinks(blocks: Block[], opaque: ReadonlySet<string>, isMass: boolean): void {
  if (!isMass && opaque.size <= maxOpaque) return
  let keptCount = 0
  for (const block of blocks) {
    const spans = block.lines.flat()
    const tracked = spans.filter(span => span.href !== undefined && opaque.has(span.href))
    if (tracked.length > 0 && spans.length === 1 && keptCount < maxKept) keptCount += 1
    else for (const span of tracked) delete span.href
  }
}
