// Arabic: assembles the grammar and lexicon.
import { buildLexicon } from '../../lexicon.ts'
import { actions } from './actions.ts'
import { amounts } from './amounts.ts'
import { asks } from './asks.ts'
import { contents } from './contents.ts'
import { dictionary } from './dictionary.ts'
import { listArabicForms } from './forms.ts'
import { missing } from './missing.ts'
import { people } from './people.ts'
import { sets } from './sets.ts'
import { small, splits } from './small.ts'
import { structure } from './structure.ts'
import { times } from './times.ts'
import { words } from './words.ts'

const { about, ...named } = contents
const rules = { ...missing, ...amounts, ...asks, ...people, ...times, ...actions, ...named, about: about ?? [], ...structure }

export const openArabic = () =>
  buildLexicon({
    language: 'ar',
    grammar: { sets, rules },
    words,
    small,
    splits,
    dictionary,
    actionEndings: /\p{L}{3}(?:ها|هم)$/u,
    adverbEnding: null,
    groupEnding: /^ال\p{L}{2,}(?:ون|ين)$|^ال\p{L}{2}ا?\p{L}[ىي]$|^أ\p{L}{2,3}اء$/u,
    isHeadLast: false,
    forms: listArabicForms,
  })
