// Spanish: assembles the grammar and lexicon.
import { buildLexicon } from '../../lexicon.ts'
import { actions } from './actions.ts'
import { amounts } from './amounts.ts'
import { asks } from './asks.ts'
import { contents } from './contents.ts'
import { dictionary } from './dictionary.ts'
import { listSpanishForms } from './forms.ts'
import { missing } from './missing.ts'
import { people } from './people.ts'
import { sets } from './sets.ts'
import { small, splits } from './small.ts'
import { structure } from './structure.ts'
import { times } from './times.ts'
import { words } from './words.ts'

/** Of two equally long matches, the earlier rule wins. */
const { about, ...named } = contents
const rules = { ...missing, ...amounts, ...asks, ...people, ...times, ...actions, ...named, about: about ?? [], ...structure }

export const openSpanish = () =>
  buildLexicon({
    language: 'es',
    grammar: { sets, rules },
    words,
    small,
    splits,
    dictionary,
    actionEndings: /(?:mente|ando|iendo|[ai]d[oa]s?)$/,
    adverbEnding: /\p{L}{2}mente$/u,
    groupEnding: /\p{L}{3}(?:[aei]ntes|istas|[aed]ores|[aed]oras|[ei]nos|eros|eras|arios|arias)$/u,
    isHeadLast: false,
    forms: listSpanishForms,
  })
