// Arabic: small words by what they do, and the letters that are written onto the next word.
import type { WordSplits } from '../../lexicon.ts'
import { smallWords } from '../dictionary.ts'

export const small = smallWords({
  the: '',
  some: 'كل جميع اي بعض هذه تلك',
  of: '',
  from: 'من',
  and: 'و',
  or: 'او أم',
  both: 'كلا كل',
  either: 'إما',
  until: 'إلى حتى لغاية ل',
  on: 'يوم أيام في ايام',
  all: 'كل جميع كافة',
  ordinal: '',
  that: 'التي الذي الذين اللي ما',
  with: 'مع ب',
  verb: 'يأتي تأتي يصل تصل يحتوي تحتوي يتضمن تتضمن فيها فيه يذكر تذكر',
  in: 'في',
  part: 'نص موضوع عنوان مرسل',
  pronoun: 'أنا نحن إحنا لم لن سوف',
  when: 'لو عندما لما حين إذا كلما متى',
})

export const splits: WordSplits = {
  whole: new Map(),
  spellings: new Map(),
  endings: new Map(),
  beforeIs: null,
  negations: [],
  clitics: [],
  prefixes: ['و', 'ف', 'ب', 'ك', 'ل'],
  article: 'ال',
}
