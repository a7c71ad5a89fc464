// Parses a plain sentence into a filter, a question about it, or what is unsupported.

import type { Span } from '../../text/spans.ts'
import { findBrokenLimit } from '../limits.ts'
import { buildActions } from './actions.ts'
import { annotateSentence } from './annotate-sentence.ts'
import { buildChart, type Chart } from './chart.ts'
import { sortClauses } from './clauses.ts'
import { composeFilter } from './compose.ts'
import { correctSpelling } from './correct-spelling.ts'
import { detectLanguage } from './detect.ts'
import { finishCondition, type TestSpans } from './finish-condition.ts'
import { openArabic } from './languages/ar/grammar.ts'
import { openEnglish } from './languages/en/grammar.ts'
import { openSpanish } from './languages/es/grammar.ts'
import type { Lexicon, SpeechLanguage } from './lexicon.ts'
import type { PhraseContext } from './meanings/pieces.ts'
import {
  dropAnsweredQuestions,
  resolveDigestTimes,
  resolveFileSizes,
  resolveHeld,
  resolveHidden,
  resolveHourBounds,
  resolveLooseHiding,
  resolveLooseNumbers,
} from './nearby/amounts.ts'
import {
  inheritFields,
  narrowFields,
  resolveAllBut,
  resolveAllIgnored,
  resolveExcluded,
  resolveExcludedAds,
  resolveRefused,
  resolveSpanishSenders,
} from './nearby/fields.ts'
import { joinSplitLiterals } from './nearby/literals.ts'
import {
  askAboutRelatives,
  askAboutTails,
  dropDescribedRoles,
  dropDescriptions,
  refuseOtherPeople,
  resolveBareNames,
} from './nearby/names.ts'
import { inheritRecipients, resolveDeniedActions, resolvePostponed, resolveUnsentFiles } from './nearby/refusals.ts'
import type { ParsedSentence } from './parsed-sentence.ts'
import { slotParsers } from './parts/slot-parsers.ts'
import type { ConditionDraft, PlacedPiece } from './pieces.ts'
import { findQuestion } from './question.ts'
import { readPieces } from './read.ts'
import { splitWords } from './split-words.ts'
import { tokenizeSentence } from './tokens.ts'

/** Longer sentences are cut; the rest is reported as unused. */
const maxSentenceCharacters = 2000
const maxWords = 200

/** Compiled at import, so that the first sentence is not slower. */
const lexicons: Record<SpeechLanguage, Lexicon> = { en: openEnglish(), es: openSpanish(), ar: openArabic() }

/**
 * Reads English, Spanish or Arabic; `language` is detected if not given. `today` (the user's, `2026-11-21`) fills in missing years. Never
 * throws.
 */
export function parseSentence(text: string, language?: SpeechLanguage, context: PhraseContext = { today: null }): ParsedSentence {
  const sentence = text.slice(0, maxSentenceCharacters)
  const detected = language ?? detectLanguage(sentence, lexicons)
  const lexicon = lexicons[detected]
  const tokens = correctSpelling(splitWords(tokenizeSentence(sentence).slice(0, maxWords), lexicon), lexicon)
  const chart = buildChart(sentence, tokens, lexicon, slotParsers)
  const pieces = resolveNeighbors(chart, readPieces(chart, context))
  const spans = mapSpans(pieces)
  const clauses = sortClauses(pieces, chart)
  const composed = composeFilter(clauses)
  const condition = finishCondition(composed.draft, spans)
  const actions = buildActions(pieces)
  const common = { language: detected, actions, parts: annotateSentence(pieces, condition, actions, spans, text) }
  const unsupported = pieces.flatMap(piece => (piece.is === 'missing' ? [{ code: piece.code, at: toSpan(piece) }] : []))
  if (unsupported.length > 0) return { kind: 'unsupported', ...common, missing: unsupported, condition }
  const question = findQuestion(chart, pieces, clauses, composed, condition)
  if (question) return { kind: 'question', ...common, ...question, draft: composed.draft, condition }
  if (condition && findBrokenLimit(condition) === null) return { kind: 'tree', ...common, condition }
  const at = { start: 0, end: text.length }
  return { kind: 'question', ...common, about: 'condition', question: { code: 'condition', values: {} }, at, draft: null, condition: null }
}

const toSpan = ({ start, end }: Span): Span => ({ start, end })

function mapSpans(pieces: PlacedPiece[]): TestSpans {
  const spans: TestSpans = new Map()
  const record = (draft: ConditionDraft, range: Span): void => {
    spans.set(draft, [range])
    if ('all' in draft) for (const each of draft.all) record(each, range)
    if ('any' in draft) for (const each of draft.any) record(each, range)
    if ('none' in draft) for (const each of draft.none) record(each, range)
  }
  for (const piece of pieces) {
    if ('tests' in piece) for (const draft of piece.tests ?? []) record(draft, toSpan(piece))
  }
  return spans
}

/** Adjusts pieces whose meaning depends on their neighbors, step by step. */
function resolveNeighbors(chart: Chart, pieces: PlacedPiece[]): PlacedPiece[] {
  const steps = [
    joinSplitLiterals,
    resolveHidden,
    resolveLooseHiding,
    resolveLooseNumbers,
    resolveAllIgnored,
    resolvePostponed,
    resolveDeniedActions,
    resolveUnsentFiles,
    inheritRecipients,
    resolveExcluded,
    resolveExcludedAds,
    resolveRefused,
    resolveDigestTimes,
    resolveHourBounds,
    resolveHeld,
    resolveFileSizes,
    dropAnsweredQuestions,
    narrowFields,
    resolveSpanishSenders,
    resolveAllBut,
    inheritFields,
    resolveBareNames,
    dropDescriptions,
    askAboutTails,
    askAboutRelatives,
    dropDescribedRoles,
    refuseOtherPeople,
  ]
  return steps.reduce((before, step) => step(before, chart), pieces)
}
