// Detects the language of a sentence: Arabic by its letters, the others by whose words it has.
import { foldWord } from './fold.ts'
import type { Lexicon, SpeechLanguage } from './lexicon.ts'

type Lexicons = Record<SpeechLanguage, Lexicon>

export function detectLanguage(sentence: string, { en, es }: Lexicons): SpeechLanguage {
  const letters = sentence.match(/\p{L}/gu) ?? []
  const arabic = letters.filter(letter => /\p{Script=Arabic}/u.test(letter)).length
  if (arabic > letters.length / 2 || /\p{Script=Arabic}/u.test(letters[0] ?? '')) return 'ar'
  const words = foldWord(sentence).match(/\p{L}+(?:-\p{L}+)?/gu) ?? []
  const score = words.reduce((sum, word) => sum + weigh(word, es) - weigh(word, en), 0)
  const accents = /[¿¡ñáéíóú]/iu.test(sentence) ? 1 : 0
  const endings = words.filter(word => /(?:ciones|cion|mente|idos|adas|ores|ajes|entes|osos|arios|ados)$/.test(word)).length
  return score + accents + endings * 0.5 > 0 ? 'es' : 'en'
}

/** Small words tell a language; names of kinds and units are the same in many. */
const weigh = (word: string, { words, vocabulary }: Lexicon): number =>
  words.stop.has(word) || words.article.has(word) ? 2 : vocabulary.has(word) ? 1 : 0
