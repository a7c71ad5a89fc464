// Spanish: small words by what they do, and how written words split.
import type { WordSplits } from '../../lexicon.ts'
import { smallWords } from '../dictionary.ts'

export const small = smallWords({
  the: 'el la los las',
  some: 'un una unos unas el la los las mis sus su mi todos todas',
  of: 'de &',
  from: 'de desde',
  and: 'y e & ni',
  or: 'o u',
  both: 'tanto ambos',
  either: '',
  until: 'a al hasta',
  on: 'en',
  all: 'todos todas todo cualquier',
  ordinal: '',
  that: 'que quien quienes',
  with: 'con',
  verb: 'tiene tienen tenga tengan lleva llevan lleve lleven viene vienen venga vengan contiene contienen contenga contengan llegue lleguen llega llegan traiga traigan incluya incluyan mencione mencionen',
  in: 'en ante',
  part: 'texto cuerpo asunto titulo remitente',
  pronoun: 'me te se nos os le les',
  when: 'cuando si siempre cuanto',
})

export const splits: WordSplits = {
  whole: new Map(Object.entries({ del: ['de', 'el'], al: ['a', 'el'] })),
  spellings: new Map(
    Object.entries({ kiero: 'quiero', ke: 'que', xfa: 'porfa', porfi: 'porfa', q: 'que', d: 'de', xq: 'porque', pa: 'para', x: 'por' }),
  ),
  endings: new Map(),
  beforeIs: null,
  negations: ['no-'],
  clitics: ['melos', 'melas', 'melo', 'mela', 'los', 'las', 'les', 'lo', 'la', 'le', 'me', 'nos'],
  prefixes: [],
  article: null,
}
