// Places in a text, and blacking them out.

export interface Span {
  start: number
  end: number
}

/** Always the same, so that nobody can count what stood there. */
export const bullets = '••••••'

/** The text with each span as bullets; spans that touch or overlap are one. */
export function blackOut(text: string, spans: Span[]): string {
  let shown = ''
  let at = 0
  let isHidden = false
  for (const { start, end } of spans.filter(span => span.start < span.end).toSorted((a, b) => a.start - b.start)) {
    if (start > at || !isHidden) shown += text.slice(at, start) + bullets
    isHidden = true
    at = Math.max(at, end)
  }
  return shown + text.slice(at)
}

/** How the same letters may stand elsewhere: as they are here, and without what separates them. */
export function shownIn(text: string, { start, end }: Span): string[] {
  const shown = text.slice(start, end)
  return [...new Set([shown, shown.replace(/[^\p{L}\p{Nd}]/gu, '')])]
}

/** Every span of `wanted`, standing by itself or in an address: not in the middle of a longer number. */
export function spansOfText(wanted: string, text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length
    if (!/\p{Nd}/u.test(text.charAt(at - 1)) && !/\p{Nd}/u.test(text.charAt(end))) spans.push({ start: at, end })
  }
  return spans
}
