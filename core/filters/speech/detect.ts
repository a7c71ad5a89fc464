// Detects the language of a sentence from its function words, accents and endings.

import { toWordSet } from './languages/dictionary.ts'
import { words as englishWords } from './languages/en/words.ts'
import { sets as spanishSets } from './languages/es/sets.ts'
import { words as spanishWords } from './languages/es/words.ts'
import { stripAccents } from './tokens.ts'

const english =
  toWordSet(`the a an and or of to from with without in on at by for that which who is are was my me i it they not no but except
  unless if when about mail mails e-mail email emails message messages everything anything all any send forward only new every day`)
const spanish =
  toWordSet(`el la los las un una unos unas y o de del al a con sin en por para que quien es son mi mis me yo lo le les no pero
  salvo excepto menos si cuando sobre correo correos mensaje mensajes todo todos toda cualquier envia reenvia solo cada dia tengan sean
  desde hasta entre mas facturas avisos boletines archivos adjuntos fotos nada como del adjunto asunto`)

const adjectives = toWordSet(
  [spanishSets['big'], spanishSets['file'], spanishSets['vague'], spanishSets['hide'], spanishSets['tell'], spanishSets['sends']].join(' '),
)

export function detectLanguage(sentence: string): 'en' | 'es' {
  const words = stripAccents(sentence).match(/\p{L}+(?:-\p{L}+)?/gu) ?? []
  const score = words.reduce((sum, word) => sum + (isSpanish(word) ? 1 : 0) - (isEnglish(word) ? 1 : 0), 0)
  const accentScore = /[¿¡ñáéíóú]/iu.test(sentence) ? 1 : 0
  const endings = words.filter(word => /(?:ciones|cion|mente|idos|adas|ores|ajes|entes|osos|arios|ados)$/.test(word)).length
  return score + accentScore + endings * 0.5 > 0 ? 'es' : 'en'
}

const isSpanish = (word: string): boolean =>
  spanish.has(word) || spanishWords.noun.has(word) || spanishWords.role.has(word) || adjectives.has(word)
const isEnglish = (word: string): boolean => english.has(word) || englishWords.noun.has(word) || englishWords.role.has(word)
