// Maps matched rules about open questions, unsupported requests, and conjunctions to sentence pieces.
import type { ConditionDraft, JoinKind, SentencePiece } from '../pieces.ts'
import { textTest } from '../pieces.ts'
import { askPiece, type Meanings, missingPiece, testPiece } from './pieces.ts'

export const questionMeanings: Meanings = {
  vague: () => [askPiece('important', 'condition')],
  urgentthings: () => [{ ...askPiece('urgent', 'condition', [textTest('any', 'contains', ['urgent'])]), action: { kind: 'urgent' } }],
  ads: () => [askPiece('ads', 'newsletter', [{ field: 'newsletter', operator: 'is' }])],
  bigattachment: () => [askPiece('attachment_size', 'attachment.size', [{ hole: 'attachment_size' }])],
  smallattachmentask: () => [askPiece('attachment_size', 'attachment.size', [{ hole: 'attachment_size' }])],
  bigmail: () => [askPiece('size', 'size', [{ hole: 'size' }])],
  phone: () => [askPiece('phone', 'destination')],
  event: ({ label, rest }) => [askPiece('event', 'from, words', eventWords(rest?.[0]?.split(' ').at(-1) ?? label?.[0]))],
}

const eventWords = (word: string | undefined): ConditionDraft[] =>
  word ? [textTest('any', 'contains', [word.toLocaleLowerCase('en')])] : []

const unsupportedCodes = [
  'mood',
  'readelsewhere',
  'delay',
  'place',
  'whereyouare',
  'call',
  'translate',
  'erase',
  'answered',
  'truth',
  'guess',
  'elsewhere',
  'copy',
  'inside',
  'world',
  'summarize',
]

export const unsupportedMeanings: Meanings = {
  ...Object.fromEntries(unsupportedCodes.map(code => [code, () => [missingPiece(code)]])),
  picture: ({ kinds }) => [missingPiece('picture', [textTest('attachment_type', 'is', kinds?.[0]?.[0] ?? ['image'])])],
  answer: ({ names }) => [
    missingPiece(
      'answer',
      (names?.[0] ?? [])
        .filter(name => name.kind !== 'role')
        .map(name => textTest('from', name.kind === 'name' ? 'contains' : name.kind === 'pattern' ? 'wildcard' : 'is', [name.text])),
    ),
  ],
}

const joinPiece = (how: JoinKind, isNot = false): SentencePiece[] => [{ is: 'join', how, isNot }]

export const conjunctionMeanings: Meanings = {
  comma: () => joinPiece('comma'),
  commaor: () => [
    { is: 'join', how: 'comma', isNot: false },
    { is: 'join', how: 'or', isNot: false },
  ],
  or: () => joinPiece('or'),
  and: () => joinPiece('and'),
  but: () => joinPiece('but'),
  butnot: () => joinPiece('but', true),
  thatnot: () => [{ is: 'scope', how: 'only' }, ...joinPiece('but', true)],
  except: () => joinPiece('except', true),
  unless: () => joinPiece('unless', true),
  everyexcept: () => [{ is: 'scope', how: 'every' }, ...joinPiece('except', true)],
  everynot: () => [{ is: 'scope', how: 'every' }, ...joinPiece('but', true)],
  every: () => [{ is: 'scope', how: 'every' }],
  only: () => [{ is: 'scope', how: 'only' }],
  refused: () => [{ is: 'refused' }],
  excluded: () => [{ is: 'excluded' }],
  setsnothing: () => [{ is: 'filler', why: 'sets_nothing' }],
  mail: () => [{ is: 'filler', why: 'mail' }],
  forward: () => [{ is: 'filler', why: 'forward' }],
  filler: () => [{ is: 'filler', why: 'filler' }],
  topic: ({ topics }) =>
    topics?.[0]
      ? [
          {
            ...testPiece(
              topics[0].items.map(item => textTest('any', 'contains', item.forms)),
              'any',
            ),
            topics: topics[0].items,
          },
        ]
      : [],
}
