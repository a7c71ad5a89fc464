// What the rules about open questions, things that cannot be had, and the joints of a sentence mean.
import type { ConditionDraft, Join, SentencePiece } from '../pieces.ts'
import { textTest } from '../pieces.ts'
import { ask, type Meanings, missing, test } from './pieces.ts'

export const questions: Meanings = {
  vague: () => [ask('important', 'condition')],
  urgentthings: () => [{ ...ask('urgent', 'condition', [textTest('any', 'contains', ['urgent'])]), action: { kind: 'urgent' } }],
  ads: () => [ask('ads', 'newsletter', [{ field: 'newsletter', operator: 'is' }])],
  bigattachment: () => [ask('attachment_size', 'attachment.size', [{ hole: 'attachment_size' }])],
  smallattachmentask: () => [ask('attachment_size', 'attachment.size', [{ hole: 'attachment_size' }])],
  bigmail: () => [ask('size', 'size', [{ hole: 'size' }])],
  event: ({ label, rest }) => [ask('event', 'from, words', eventWords(rest?.[0]?.split(' ').at(-1) ?? label?.[0]))],
}

const eventWords = (word: string | undefined): ConditionDraft[] =>
  word ? [textTest('any', 'contains', [word.toLocaleLowerCase('en')])] : []

const things = [
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
  'inside',
  'world',
]

export const lacking: Meanings = {
  ...Object.fromEntries(things.map(code => [code, () => [missing(code)]])),
  picture: ({ kinds }) => [missing('picture', [textTest('attachment_type', 'is', kinds?.[0]?.[0] ?? ['image'])])],
  answer: ({ names }) => [
    missing(
      'answer',
      (names?.[0] ?? [])
        .filter(name => name.kind !== 'role')
        .map(name => textTest('from', name.kind === 'name' ? 'contains' : 'is', [name.text])),
    ),
  ],
}

const join = (how: Join, isNot = false): SentencePiece[] => [{ is: 'join', how, isNot }]

export const joints: Meanings = {
  comma: () => join('comma'),
  commaor: () => [
    { is: 'join', how: 'comma', isNot: false },
    { is: 'join', how: 'or', isNot: false },
  ],
  or: () => join('or'),
  and: () => join('and'),
  but: () => join('but'),
  butnot: () => join('but', true),
  thatnot: () => [{ is: 'scope', how: 'only' }, ...join('but', true)],
  except: () => join('except', true),
  unless: () => join('unless', true),
  everyexcept: () => [{ is: 'scope', how: 'every' }, ...join('except', true)],
  every: () => [{ is: 'scope', how: 'every' }],
  only: () => [{ is: 'scope', how: 'only' }],
  setsnothing: () => [{ is: 'filler', why: 'sets_nothing' }],
  mail: () => [{ is: 'filler', why: 'mail' }],
  forward: () => [{ is: 'filler', why: 'forward' }],
  filler: () => [{ is: 'filler', why: 'filler' }],
  topic: ({ topics }) =>
    topics?.[0]
      ? [
          {
            ...test(
              topics[0].items.map(item => textTest('any', 'contains', item.forms)),
              'any',
            ),
            topics: topics[0].items,
          },
        ]
      : [],
}
