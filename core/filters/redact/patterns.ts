// Finds every match of a regexp that a person wrote.
import { RE2JS } from 're2js'
import type { Span } from '../../text/spans.ts'

/** A pattern with this many matches hides most of the text anyway. */
const mostSpans = 2000

/** Returns the full text for an invalid pattern: hiding too much is safer than showing too much. */
export function findPatternSpans(pattern: string, text: string): Span[] {
  const compiled = compile(pattern)
  if (!compiled) return [{ start: 0, end: text.length }]
  const matcher = compiled.matcher(text)
  const spans: Span[] = []
  while (spans.length < mostSpans && matcher.find()) spans.push({ start: matcher.start(), end: matcher.end() })
  if (spans.length === mostSpans) spans.push({ start: spans.at(-1)?.end ?? 0, end: text.length })
  return spans
}

function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
  } catch {
    return null
  }
}
