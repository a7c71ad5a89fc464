// What the rules about words, files, sizes and headers mean.

import type { TextField } from '../../tree.ts'
import type { AuthCheck, ConditionDraft, Phrase, PhraseList, SentencePiece } from '../pieces.ts'
import { textTest } from '../pieces.ts'
import { ask, asWritten, type Meanings, test } from './pieces.ts'

export const contents: Meanings = {
  subject: ({ literals }) => [phraseTest('subject', literals)],
  subjectwithout: ({ literals }) => [{ ...phraseTest('subject', literals), isNot: true }],
  notabout: ({ literals }) => [{ ...phraseTest('any', literals), isNot: true }],
  subjectstarts: ({ literals }) => [exact('subject', 'starts', literals)],
  subjectends: ({ literals }) => [exact('subject', 'ends', literals)],
  subjectis: ({ literals }) => [exact('subject', isPattern(literals) ? 'wildcard' : 'is', literals)],
  subjectlike: ({ literals }) => [exact('subject', isPattern(literals) ? 'wildcard' : 'contains', literals)],
  body: ({ literals }) => [phraseTest('body', literals)],
  narrowsubject: () => [{ is: 'narrow', field: 'subject' }],
  narrowbody: () => [{ is: 'narrow', field: 'body' }],
  about: ({ topics, literals }) => [phraseTest('any', topics ?? literals)],
  hasattachment: () => [attachment('exists')],
  noattachment: () => [{ ...attachment('exists'), isNot: true }],
  kind: ({ kinds }) => [ofKinds(kinds?.[0] ?? [['presentation']])],
  nokind: ({ kinds }) => [{ ...ofKinds(kinds?.[0] ?? []), isNot: true }],
  attachmentname: ({ literals, quote }) => [phraseTest('attachment_name', quote ?? literals)],
  attachmentsize: ({ size }) => [size ? attachmentSize('over', size) : attachment('exists')],
  smallattachment: ({ size }) => [attachmentSize('under', size)],
  size: ({ size }) => [mailSize('over', size)],
  smallsize: ({ size }) => [mailSize('under', size)],
  manyattachments: ({ number }) => [count('over', number?.[0] ?? 1)],
  fewattachments: ({ number }) => [count('under', number?.[0] ?? 1)],
  atleastattachments: ({ number }) => [count('over', (number?.[0] ?? 1) - 1)],
  exactattachments: ({ number }) => [count('is', number?.[0] ?? 1)],
  auth: ({ checks }) => [{ ...authTest(checks, 'pass'), isBoth: true }],
  noauth: ({ checks }) => [authTest(checks, 'fail')],
  priority: () => [
    test(
      [
        { field: 'header', name: 'X-Priority', operator: 'starts', values: ['1'] },
        { field: 'header', name: 'Importance', operator: 'is', values: ['high'] },
      ],
      'header',
    ),
  ],
  priorityis: ({ header, number }) => [
    test([{ field: 'header', name: header?.[0] ?? '', operator: 'starts', values: (number ?? []).map(String) }], 'header'),
  ],
  header: ({ header, literals }) => [inHeader(header, 'contains', literals)],
  headeris: ({ header, literals }) => [inHeader(header, 'is', literals)],
  headeris2: ({ header, literals }) => [inHeader(header, 'is', literals)],
  headerthere: ({ header }) => [test([{ field: 'header', name: header?.[0] ?? '', operator: 'exists' }], 'header')],
  tongue: ({ tongue }) => [test([textTest('language', 'is', tongue ?? [])], 'language')],
  amount: () => [ask('amount', 'amount')],
}

/** Words in a field: their forms are one test, other words another. */
export function phraseTest(field: TextField, lists: PhraseList[] = []): SentencePiece & { is: 'test' } {
  const items = lists.flatMap(list => list.items)
  return {
    ...test(
      items.map(item => textTest(field, 'contains', item.forms)),
      field,
    ),
    isBoth: lists.some(list => list.isBoth),
    topics: items,
  }
}

function exact(field: TextField, operator: 'is' | 'starts' | 'ends' | 'wildcard' | 'contains', lists: PhraseList[] = []): SentencePiece {
  return test(
    lists.flatMap(list => list.items).map(item => textTest(field, operator, [asWritten(item)])),
    field,
  )
}

const isPattern = (lists: PhraseList[] = []): boolean => lists.some(list => list.items.some(item => /[*]|\?\?|\p{L}\?./u.test(item.raw)))

const attachment = (operator: 'exists' | 'missing'): SentencePiece & { is: 'test' } =>
  test([{ field: 'attachment', operator }], 'attachment')

const ofKinds = (kinds: string[][]): SentencePiece & { is: 'test' } =>
  test(
    kinds.map(values => textTest('attachment_type', 'is', values)),
    'attachment_type',
  )

const attachmentSize = (operator: 'over' | 'under', size: number[] = []): SentencePiece =>
  test(
    size.map((bytes): ConditionDraft => ({ field: 'attachment_size', operator, bytes })),
    'attachment_size',
  )

const mailSize = (operator: 'over' | 'under', size: number[] = []): SentencePiece =>
  test(
    size.map((bytes): ConditionDraft => ({ field: 'size', operator, bytes })),
    'size',
  )

const count = (operator: 'over' | 'under' | 'is', n: number): SentencePiece =>
  test([{ field: 'attachment_count', operator, count: Math.max(0, Math.min(1000, Math.round(n))) }], 'attachment_count')

const authTest = (checks: AuthCheck[][] = [], verdict: 'pass' | 'fail'): SentencePiece & { is: 'test' } =>
  test(
    (checks[0] ?? ['any']).map((check): ConditionDraft => ({ field: 'auth', check, operator: 'is', verdict })),
    'auth',
  )

const inHeader = (header: string[] = [], operator: 'contains' | 'is', lists: PhraseList[] = []): SentencePiece =>
  test(
    lists
      .flatMap(list => list.items)
      .map((item: Phrase): ConditionDraft => ({ field: 'header', name: header[0] ?? '', operator, values: [asWritten(item)] })),
    'header',
  )
