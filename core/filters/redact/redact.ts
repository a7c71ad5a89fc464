// Blacks out what a person does not want on the phone: card numbers, account numbers, one-time codes and custom patterns.
import { RE2JS } from 're2js'
import { z } from 'zod/mini'
import { findCodeSpans, hasCodeWord } from '../../text/one-time-codes.ts'
import { signsIn } from '../../text/sign-in-words.ts'
import { findSpans, listWrittenForms, redactSpans, type Span } from '../../text/spans.ts'
import { Redaction } from '../action.ts'
import { findCards } from './cards.ts'
import { findIbans } from './ibans.ts'

/** What to black out in an email; the rules of all filters that forward it are combined. */
export const RedactionRules = z.object({ what: z.array(Redaction), patterns: z.array(z.string()) })
export type RedactionRules = z.infer<typeof RedactionRules>

/**
 * Returns the texts of one email, in order, with everything found replaced by bullets. The first text is the subject: if it announces
 * a code, codes in the other texts count too, and a code found in one text is blacked out in all of them.
 */
export function redact(texts: string[], { what, patterns }: RedactionRules): string[] {
  const spans = texts.map(text => findRedactedSpans(text, what, patterns))
  if (what.includes('codes')) addCodes(texts, spans)
  return texts.map((text, i) => redactSpans(text, spans[i] ?? []))
}

function findRedactedSpans(text: string, what: Redaction[], patterns: string[]): Span[] {
  return [
    ...(what.includes('cards') ? findCards(text) : []),
    ...(what.includes('ibans') ? findIbans(text) : []),
    ...patterns.flatMap(pattern => findPatternSpans(pattern, text)),
  ]
}

function addCodes(texts: string[], spans: Span[][]): void {
  const subject = texts[0] ?? ''
  // Hiding a number too many is safer than showing a code that nothing calls one.
  const isAnnounced = hasCodeWord(subject) || signsIn(subject)
  const codes = new Set<string>()
  for (const text of texts)
    for (const span of findCodeSpans(text, isAnnounced)) for (const form of listWrittenForms(text, span)) codes.add(form)
  for (const [i, text] of texts.entries()) for (const code of codes) spans[i]?.push(...findSpans(code, text))
}

/** A pattern with this many matches hides most of the text anyway. */
const mostSpans = 2000

/** Returns the full text for an invalid pattern: hiding too much is safer than showing too much. */
function findPatternSpans(pattern: string, text: string): Span[] {
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
