// Finds spans of a text and redacts them.

export interface Span {
  start: number
  end: number
}

/** Fixed length, so that the length of the hidden text stays secret. */
export const bullets = '••••••'

/** Replaces each span with bullets; spans that touch or overlap are merged. */
export function redactSpans(text: string, spans: Span[]): string {
  let redacted = ''
  let at = 0
  let isHidden = false
  for (const { start, end } of spans.filter(span => span.start < span.end).toSorted((a, b) => a.start - b.start)) {
    if (start > at || !isHidden) redacted += text.slice(at, start) + bullets
    isHidden = true
    at = Math.max(at, end)
  }
  return redacted + text.slice(at)
}

/** The forms in which the same text may occur elsewhere: as it is, and without separators. */
export function listWrittenForms(text: string, { start, end }: Span): string[] {
  const redacted = text.slice(start, end)
  return [...new Set([redacted, redacted.replace(/[^\p{L}\p{Nd}]/gu, '')])]
}

/** Every occurrence of `wanted` that is not part of a longer number. */
export function findSpans(wanted: string, text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length
    if (!/\p{Nd}/u.test(text.charAt(at - 1)) && !/\p{Nd}/u.test(text.charAt(end))) spans.push({ start: at, end })
  }
  return spans
}
