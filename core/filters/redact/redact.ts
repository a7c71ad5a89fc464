// Blacks out what a person does not want on the phone: card numbers, account numbers, one-time codes, patterns of their own.
import { z } from 'zod/mini'
import { hasCodeWord, spansOfCodes } from '../../text/one-time-codes.ts'
import { blackOut, type Span, shownIn, spansOfText } from '../../text/spans.ts'
import { Redaction } from '../action.ts'
import { spansOfCards } from './cards.ts'
import { spansOfIbans } from './ibans.ts'
import { spansOfPattern } from './patterns.ts'

/** What is blacked out in a mail; several filters that forward it add up. */
export const Redact = z.object({ what: z.array(Redaction), patterns: z.array(z.string()) })
export type Redact = z.infer<typeof Redact>

/**
 * The texts of one mail, in the same order, with everything that was found as bullets. The first is its subject: what it says of
 * a code counts for the others, and a code that is found in one is blacked out in all of them.
 */
export function redact(texts: string[], { what, patterns }: Redact): string[] {
  const spans = texts.map(text => spansIn(text, what, patterns))
  if (what.includes('codes')) addCodes(texts, spans)
  return texts.map((text, i) => blackOut(text, spans[i] ?? []))
}

function spansIn(text: string, what: Redaction[], patterns: string[]): Span[] {
  return [
    ...(what.includes('cards') ? spansOfCards(text) : []),
    ...(what.includes('ibans') ? spansOfIbans(text) : []),
    ...patterns.flatMap(pattern => spansOfPattern(pattern, text)),
  ]
}

function addCodes(texts: string[], spans: Span[][]): void {
  const isAnnounced = hasCodeWord(texts[0] ?? '')
  const codes = new Set<string>()
  for (const text of texts) for (const span of spansOfCodes(text, isAnnounced)) for (const form of shownIn(text, span)) codes.add(form)
  for (const [i, text] of texts.entries()) for (const code of codes) spans[i]?.push(...spansOfText(code, text))
}
