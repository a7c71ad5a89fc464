// Maps matched rules about words, files, sizes and headers to sentence pieces.

import type { TextField } from '../../tree.ts'
import type { AuthCheck, ConditionDraft, Phrase, PhraseList, SentencePiece } from '../pieces.ts'
import { textTest } from '../pieces.ts'
import { asWritten, type Meanings, testPiece } from './pieces.ts'

export const contentMeanings: Meanings = {
  subject: ({ literals, quote }) => [phraseTest('subject', quote ?? literals)],
  subjectwithout: ({ literals }) => [{ ...phraseTest('subject', literals), isNot: true }],
  bodywithout: ({ literals }) => [{ ...phraseTest('body', literals), isNot: true }],
  notabout: ({ topics, literals }) => [{ ...phraseTest('any', topics ?? literals), isNot: true }],
  nosubject: () => [testPiece([{ field: 'subject', operator: 'missing' }], 'subject')],
  subjectstarts: ({ literals }) => [exactTest('subject', 'starts', literals)],
  subjectends: ({ literals }) => [exactTest('subject', 'ends', literals)],
  subjectis: ({ literals }) => [exactTest('subject', isPattern(literals) ? 'wildcard' : 'is', literals)],
  subjectlike: ({ literals }) => [exactTest('subject', isPattern(literals) ? 'wildcard' : 'contains', literals)],
  body: ({ literals }) => [phraseTest('body', literals)],
  narrowsubject: () => [{ is: 'narrow', field: 'subject' }],
  narrowbody: () => [{ is: 'narrow', field: 'body' }],
  about: ({ topics, literals }) => [phraseTest('any', topics ?? literals)],
  /** Who writes that an email mentions A and B wants both in it. */
  mentions: ({ topics }) => [{ ...phraseTest('any', topics), isBoth: topics?.some(list => list.isBoth || list.isAnd === true) === true }],
  hasattachment: () => [attachmentTest('exists')],
  noattachment: () => [{ ...attachmentTest('exists'), isNot: true }],
  kind: ({ kinds }) => [fileKindTest(kinds?.[0] ?? [['presentation']])],
  nokind: ({ kinds }) => [{ ...fileKindTest(kinds?.[0] ?? []), isNot: true }],
  attachmentname: ({ literals, quote, kinds }) => [
    ...(kinds?.[0] ? [fileKindTest(kinds[0])] : []),
    phraseTest('attachment_name', quote ?? literals),
  ],
  attachmentsize: ({ size }) => [size ? attachmentSizeTest('over', size) : attachmentTest('exists')],
  smallattachment: ({ size }) => [attachmentSizeTest('under', size)],
  size: ({ size }) => [messageSizeTest('over', size)],
  smallsize: ({ size }) => [messageSizeTest('under', size)],
  sizerange: ({ sizes }) => {
    const [from, to] = sizes?.[0] ?? [1, 1]
    const tests: ConditionDraft[] = [
      { field: 'size', operator: 'over', bytes: from },
      { field: 'size', operator: 'under', bytes: to },
    ]
    return [{ ...testPiece(tests, 'size'), isBoth: true }]
  },
  manyattachments: ({ number }) => [countTest('over', number?.[0] ?? 1)],
  fewattachments: ({ number }) => [countTest('under', number?.[0] ?? 1)],
  atleastattachments: ({ number }) => [countTest('over', (number?.[0] ?? 1) - 1)],
  exactattachments: ({ number }) => [countTest('is', number?.[0] ?? 1)],
  auth: ({ checks }) => [{ ...authTest(checks, 'pass'), isBoth: true }],
  noauth: ({ checks }) => [authTest(checks, 'fail')],
  priority: () => [
    testPiece(
      [
        { field: 'header', name: 'X-Priority', operator: 'starts', values: ['1'] },
        { field: 'header', name: 'Importance', operator: 'is', values: ['high'] },
      ],
      'header',
    ),
  ],
  priorityis: ({ header, number }) => [
    testPiece([{ field: 'header', name: header?.[0] ?? '', operator: 'starts', values: (number ?? []).map(String) }], 'header'),
  ],
  header: ({ header, literals }) => [headerTest(header, 'contains', literals)],
  headeris: ({ header, literals }) => [headerTest(header, 'is', literals)],
  headeris2: ({ header, literals }) => [headerTest(header, 'is', literals)],
  headerthere: ({ header }) => [testPiece([{ field: 'header', name: header?.[0] ?? '', operator: 'exists' }], 'header')],
  tongue: ({ tongue }) => [testPiece([textTest('language', 'is', tongue?.[0] ?? [])], 'language')],
  othertongue: ({ tongue }) => [{ ...testPiece([textTest('language', 'is', tongue?.[0] ?? [])], 'language'), isNot: true }],
}

/** One test for each word, with its forms as values. */
export function phraseTest(field: TextField, lists: PhraseList[] = []): SentencePiece & { is: 'test' } {
  const items = lists.flatMap(list => list.items)
  return {
    ...testPiece(
      items.map(item => toPhraseTest(field, item)),
      field,
    ),
    isBoth: lists.some(list => list.isBoth),
    topics: items,
  }
}

/** Words with stars or question marks are a pattern, wherever it stands in the field. */
function toPhraseTest(field: TextField, item: Phrase): ConditionDraft {
  if (!isPatternText(item.raw)) return textTest(field, 'contains', item.forms)
  const pattern = asWritten(item).replace(/x{3,}$/i, rest => '?'.repeat(rest.length))
  if (field === 'attachment_name' && /\.\w+$/.test(pattern)) return textTest(field, 'wildcard', [pattern])
  return textTest(field, 'wildcard', [`${pattern.startsWith('*') ? '' : '*'}${pattern}${pattern.endsWith('*') ? '' : '*'}`])
}

function exactTest(
  field: TextField,
  operator: 'is' | 'starts' | 'ends' | 'wildcard' | 'contains',
  lists: PhraseList[] = [],
): SentencePiece {
  return testPiece(
    lists.flatMap(list => list.items).map(item => textTest(field, operator, [asWritten(item)])),
    field,
  )
}

const isPattern = (lists: PhraseList[] = []): boolean => lists.some(list => list.items.some(item => isPatternText(item.raw)))

/** Stars and question marks, or a row of x that stands for digits. */
const isPatternText = (raw: string): boolean => /x{3,}$|\p{L}*[*]|\?\?|\p{L}\?./u.test(raw)

const attachmentTest = (operator: 'exists' | 'missing'): SentencePiece & { is: 'test' } =>
  testPiece([{ field: 'attachment', operator }], 'attachment')

const fileKindTest = (kinds: string[][]): SentencePiece & { is: 'test' } =>
  testPiece(
    kinds.map(values => textTest('attachment_type', 'is', values)),
    'attachment_type',
  )

const attachmentSizeTest = (operator: 'over' | 'under', size: number[] = []): SentencePiece =>
  testPiece(
    size.map((bytes): ConditionDraft => ({ field: 'attachment_size', operator, bytes })),
    'attachment_size',
  )

const messageSizeTest = (operator: 'over' | 'under', size: number[] = []): SentencePiece =>
  testPiece(
    size.map((bytes): ConditionDraft => ({ field: 'size', operator, bytes })),
    'size',
  )

const countTest = (operator: 'over' | 'under' | 'is', n: number): SentencePiece =>
  testPiece([{ field: 'attachment_count', operator, count: Math.max(0, Math.min(1000, Math.round(n))) }], 'attachment_count')

const authTest = (checks: AuthCheck[][] = [], result: 'pass' | 'fail'): SentencePiece & { is: 'test' } =>
  testPiece(
    (checks[0] ?? ['any']).map((check): ConditionDraft => ({ field: 'auth', check, operator: 'is', verdict: result })),
    'auth',
  )

const headerTest = (header: string[] = [], operator: 'contains' | 'is', lists: PhraseList[] = []): SentencePiece =>
  testPiece(
    lists
      .flatMap(list => list.items)
      .map((item: Phrase): ConditionDraft => ({ field: 'header', name: header[0] ?? '', operator, values: [asWritten(item)] })),
    'header',
  )
