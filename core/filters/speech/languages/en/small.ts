// English: small words by what they do, and how written words split.
import type { WordSplits } from '../../lexicon.ts'
import { smallWords, toWordSet } from '../dictionary.ts'

export const small = smallWords({
  the: 'the',
  some: 'a an the any my their his her its your our all',
  of: 'of &',
  from: 'from by',
  and: 'and & nor',
  or: 'or',
  both: 'both',
  either: 'either',
  until: 'to till until through thru',
  on: 'on at',
  all: 'all every any each everything',
  ordinal: 'st nd rd th',
  that: 'that which who whatever',
  verb: 'has have having contains contain comes come came arrives includes include mentions mention carries',
  with: 'with has have having',
  in: 'in at before',
  part: 'address addresses text body subject title sender else off up down',
  pronoun: 'i you we they he she',
  when: 'when whenever if once',
})

export const splits: WordSplits = {
  whole: new Map(
    Object.entries({
      dont: ['do', 'not'],
      doesnt: ['does', 'not'],
      didnt: ['did', 'not'],
      isnt: ['is', 'not'],
      arent: ['are', 'not'],
      havent: ['have', 'not'],
      hasnt: ['has', 'not'],
      cant: ['can', 'not'],
      "can't": ['can', 'not'],
      "won't": ['will', 'not'],
      thats: ['that', 'is'],
      im: ['i', 'am'],
      ive: ['i', 'have'],
      "cc'd": ['in', 'cc'],
      cced: ['in', 'cc'],
      gimme: ['give', 'me'],
      lemme: ['let', 'me'],
      wanna: ['want', 'to'],
    }),
  ),
  spellings: new Map(
    Object.entries({ pls: 'please', plz: 'please', u: 'you', til: 'until', thru: 'through', msgs: 'messages', msg: 'message' }),
  ),
  endings: new Map(Object.entries({ "n't": 'not', "'m": 'am', "'re": 'are', "'ve": 'have', "'ll": 'will', "'d": 'would' })),
  beforeIs: toWordSet('it that who he she there what here someone somebody anyone'),
  negations: ['non-'],
  clitics: [],
  prefixes: [],
  article: null,
}
