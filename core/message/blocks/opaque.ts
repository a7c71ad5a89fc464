// Links of which only a counter knows where they lead: noise in a mail that goes to many.
import type { Block } from './shapes.ts'

/** A mail that counts more links than these is made for many, whatever its headers say. */
const mostOpaque = 6
const keptOpaque = 3

/** Links that only a counter can follow are noise, but for the first that stand alone: a button is what a mail may be sent for. */
export function dropOpaque(blocks: Block[], opaque: ReadonlySet<string>, isMass: boolean): void {
  if (!isMass && opaque.size <= mostOpaque) return
  let kept = 0
  for (const block of blocks) {
    const spans = block.lines.flat()
    const counted = spans.filter(span => span.href !== undefined && opaque.has(span.href))
    if (counted.length > 0 && spans.length === 1 && kept < keptOpaque) kept += 1
    else for (const span of counted) delete span.href
  }
}
