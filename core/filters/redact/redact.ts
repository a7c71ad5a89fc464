// Blacks out what a person does not want on the phone: card numbers, account numbers, one-time codes, patterns of their own.
import { z } from 'zod/mini'
import { Redaction } from '../action.ts'
import { rangesOfCards } from './cards.ts'
import { hasCodeWord, rangesOfCodes } from './codes.ts'
import { rangesOfIbans } from './ibans.ts'
import { rangesOfPattern } from './patterns.ts'
import { blackOut, type Place, rangesOfText, shownIn } from './ranges.ts'

/** What is blacked out in a mail; several filters that forward it add up. */
export const Redact = z.object({ what: z.array(Redaction), patterns: z.array(z.string()) })
export type Redact = z.infer<typeof Redact>

/**
 * The texts of one mail, in the same order, with everything that was found as bullets. The first is its subject: what it says of
 * a code counts for the others, and a code that is found in one is blacked out in all of them.
 */
export function redact(texts: string[], { what, patterns }: Redact): string[] {
  const places = texts.map(text => placesIn(text, what, patterns))
  if (what.includes('codes')) addCodes(texts, places)
  return texts.map((text, i) => blackOut(text, places[i] ?? []))
}

function placesIn(text: string, what: Redaction[], patterns: string[]): Place[] {
  return [
    ...(what.includes('cards') ? rangesOfCards(text) : []),
    ...(what.includes('ibans') ? rangesOfIbans(text) : []),
    ...patterns.flatMap(pattern => rangesOfPattern(pattern, text)),
  ]
}

function addCodes(texts: string[], places: Place[][]): void {
  const isAnnounced = hasCodeWord(texts[0] ?? '')
  const codes = new Set<string>()
  for (const text of texts) for (const place of rangesOfCodes(text, isAnnounced)) for (const form of shownIn(text, place)) codes.add(form)
  for (const [i, text] of texts.entries()) for (const code of codes) places[i]?.push(...rangesOfText(code, text))
}
