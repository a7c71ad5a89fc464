// Turns a plain sentence into a filter, one question about it, or what cannot be had.

import type { Span } from '../../text/spans.ts'
import { withinLimits } from '../limits.ts'
import { actionsOf } from './actions.ts'
import { openChart } from './chart.ts'
import { sortClauses } from './clauses.ts'
import { compose } from './compose.ts'
import { concrete, type TestSpans } from './concrete.ts'
import { detectLanguage } from './detect.ts'
import { openEnglish } from './languages/en/grammar.ts'
import { openSpanish } from './languages/es/grammar.ts'
import type { Lexicon } from './lexicon.ts'
import type { PhraseContext } from './meanings/pieces.ts'
import { settleNeighbours } from './neighbours.ts'
import { parts } from './parts/all.ts'
import type { ConditionDraft, PlacedPiece } from './pieces.ts'
import { questionOf } from './question.ts'
import { readPieces } from './read.ts'
import { tokenize } from './tokens.ts'
import { partsOf } from './understanding.ts'
import type { Understood } from './understood.ts'

export type SpeechLanguage = 'en' | 'es'
/** Longer ones are read up to here; the rest is given as unused. */
const longestSentence = 2000
const mostWords = 200

/** Compiled when this file is loaded, so that the first sentence waits no longer than the next. */
const lexicons: Record<SpeechLanguage, Lexicon> = { en: openEnglish(), es: openSpanish() }

/**
 * Reads a sentence of English or Spanish; `language` is found by its words where it is not given. `today` (`2026-11-21`, of the
 * person) fills in years that were left out. Never throws.
 */
export function parseSentence(text: string, language?: SpeechLanguage, around: PhraseContext = { today: null }): Understood {
  const sentence = text.slice(0, longestSentence)
  const spoken = language ?? detectLanguage(sentence)
  const chart = openChart(sentence, tokenize(sentence, spoken).slice(0, mostWords), lexicons[spoken], parts)
  const pieces = settleNeighbours(chart, readPieces(chart, around))
  const places = placesOf(pieces)
  const clauses = sortClauses(pieces)
  const composed = compose(clauses)
  const condition = concrete(composed.draft, places)
  const actions = actionsOf(pieces)
  const common = { language: spoken, actions, parts: partsOf(pieces, condition, actions, places, text) }
  const lacking = pieces.flatMap(piece => (piece.is === 'missing' ? [{ code: piece.code, at: rangeOf(piece) }] : []))
  if (lacking.length > 0) return { kind: 'unsupported', ...common, missing: lacking, condition }
  const asked = questionOf(chart, pieces, clauses, composed, condition)
  if (asked) return { kind: 'question', ...common, ...asked, draft: composed.draft, condition }
  if (condition && withinLimits(condition) === null) return { kind: 'tree', ...common, condition }
  const at = { start: 0, end: text.length }
  return { kind: 'question', ...common, about: 'condition', question: { code: 'condition', values: {} }, at, draft: null, condition: null }
}

const rangeOf = ({ start, end }: Span): Span => ({ start, end })

function placesOf(pieces: PlacedPiece[]): TestSpans {
  const places: TestSpans = new Map()
  const note = (draft: ConditionDraft, range: Span): void => {
    places.set(draft, [range])
    if ('all' in draft) for (const each of draft.all) note(each, range)
    if ('any' in draft) for (const each of draft.any) note(each, range)
    if ('none' in draft) for (const each of draft.none) note(each, range)
  }
  for (const piece of pieces) {
    if ('tests' in piece) for (const draft of piece.tests ?? []) note(draft, rangeOf(piece))
  }
  return places
}
