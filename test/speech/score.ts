// Scores a set of sentences: how many are parsed exactly, and what went wrong with the others.
import { isDeepStrictEqual } from 'node:util'
import type { ParsedSentence } from '../../core/filters/speech/parsed-sentence.ts'
import { parseSentence } from '../../core/filters/speech/speech.ts'
import { isSameTree } from './compare.ts'
import { actionsInCorpusTerms, inCorpusTerms } from './corpus-terms.ts'
import type { Expected } from './leaves.ts'

export interface Score {
  exact: number
  clear: number
  /** Drafts of questions and parts of the unsupported that are exact too. */
  drafts: number
  questions: { asked: number; of: number }
  unsupported: { told: number; of: number }
  /** Clear sentences that were answered by a question. */
  asked: number
  wrong: string[]
}

export function scoreOf(sentences: Expected[]): Score {
  const score: Score = {
    exact: 0,
    clear: 0,
    drafts: 0,
    questions: { asked: 0, of: 0 },
    unsupported: { told: 0, of: 0 },
    asked: 0,
    wrong: [],
  }
  for (const sentence of sentences) count(score, sentence, parseSentence(sentence.text))
  return score
}

function count(score: Score, expected: Expected, found: ParsedSentence): void {
  const draft = found.kind === 'question' ? found.draft : found.condition
  const isSame = [expected.tree, ...(expected.also ?? [])].some(tree => isSameTree(draft && inCorpusTerms(draft), tree))
  const ours = `${expected.text}\n    ${found.kind} ${found.kind === 'question' ? `${found.about} (${found.question.code})` : ''} ${JSON.stringify(draft)} ${JSON.stringify(actionsInCorpusTerms(found.actions))}`
  if (expected.class === 'clear') {
    score.clear += 1
    const areSame = isDeepStrictEqual(actionsInCorpusTerms(found.actions), sortedRedactions(expected.actions))
    if (found.kind === 'question') score.asked += 1
    if (found.kind === 'tree' && isSame && areSame) score.exact += 1
    else score.wrong.push(ours)
    return
  }
  const isRight = found.kind === expected.class
  const tally = expected.class === 'question' ? score.questions : score.unsupported
  tally.of += 1
  if (!isRight) score.wrong.push(`${expected.class}: ${ours}`)
  else {
    if ('asked' in tally) tally.asked += 1
    else tally.told += 1
    if (isSame) score.drafts += 1
    else if (expected.id !== undefined) score.wrong.push(`(draft) ${ours}\n    wanted ${JSON.stringify(expected.tree)}`)
  }
}

const sortedRedactions = (actions: Record<string, unknown>): Record<string, unknown> =>
  Array.isArray(actions['redact']) ? { ...actions, redact: actions['redact'].toSorted() } : actions

export const inWords = ({ exact, clear, drafts, questions, unsupported, asked }: Score): string =>
  `exact ${exact} of ${clear} clear, questions ${questions.asked} of ${questions.of}, unsupported ${unsupported.told} of ${unsupported.of}, drafts ${drafts}, clear but asked ${asked}`
