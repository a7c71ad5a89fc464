// Cuts a long text down to the first hit and its surroundings.
import type { Span } from '../text/spans.ts'

export const longestExcerpt = 200
const mostHits = 10
const lead = 60

/** At most `longestExcerpt` UTF-16 units on one line; hits are shifted along, and clipped or dropped outside the excerpt. */
export function excerpt(text: string, hits: Span[]): { seen: string; hits: Span[] } {
  const window = chooseWindow(text, hits[0]?.start ?? 0)
  const before = window.start > 0 ? '…' : ''
  const after = window.end < text.length ? '…' : ''
  const shift = before.length - window.start
  return {
    seen: before + oneLine(text.slice(window.start, window.end)) + after,
    hits: hits
      .map(hit => ({ start: Math.max(hit.start, window.start) + shift, end: Math.min(hit.end, window.end) + shift }))
      .filter(hit => hit.start < hit.end)
      .slice(0, mostHits),
  }
}

function chooseWindow(text: string, firstHit: number): Span {
  if (text.length <= longestExcerpt) return { start: 0, end: text.length }
  const start = alignToCharacter(text, Math.max(0, Math.min(firstHit - lead, text.length - longestExcerpt + 2)))
  return { start, end: alignToCharacter(text, Math.min(text.length, start + longestExcerpt - 2)) }
}

/** An index that does not split a surrogate pair. */
function alignToCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}

// Replaces unit by unit, so that hits keep their positions.
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]/gu, ' ')
